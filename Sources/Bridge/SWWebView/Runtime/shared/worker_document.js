// The id of a worker, by which the host knows the worker's requests.

export const documentID = workerID;
