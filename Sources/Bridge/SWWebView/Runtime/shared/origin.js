// The realm's origin.

import { startsWith } from "./primordials.js";

export const bridgeOrigin = self.origin;
/** Whether the realm is one of the bridge's scheme. */
export const isBridged = startsWith(bridgeOrigin, "sw://");
