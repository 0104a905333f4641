onmessage = ({ data }) => postMessage({ echo: data, origin: self.origin, isSecureContext: self.isSecureContext });
