// The functions of the runtime that the prelude calls.

declare const write: (snapshot: any, ports: MessagePort[]) => { text: () => string };
declare const deserialize: (message: { data: string, ports: MessagePort[] }) => { data: any };
