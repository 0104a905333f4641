// The first script of a hidden page, which keeps a request open. The request ends only when WebKit drops all of the page's requests.

/** Opens the request; the host calls the function again after the request has ended. */
const watchRequests = () => {
    fetch("/___requests___", { cache: "no-store" }).then((response) => response.text()).catch(() => {});
};
Object.assign(self, { watchRequests });
watchRequests();
