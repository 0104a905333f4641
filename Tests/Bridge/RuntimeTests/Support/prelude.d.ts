// The functions of the runtime that the prelude calls.

declare const write: (snapshot: any, ports: MessagePort[], parts?: Uint8Array[]) => { text: () => string, message: () => { data: string, bytes?: ArrayBuffer } };
declare const deserialize: (message: { data: string, ports: MessagePort[], bytes?: Uint8Array }) => { data: any };
