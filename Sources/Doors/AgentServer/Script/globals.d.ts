declare const webkit: { messageHandlers: Record<string, { postMessage(message: any): void }> };
