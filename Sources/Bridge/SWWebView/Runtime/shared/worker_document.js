// The id of a worker, which marks the worker's requests for the host.

export const documentID = workerID;
