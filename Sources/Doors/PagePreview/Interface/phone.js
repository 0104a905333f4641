// The phone of an app on the home screen: its notifications, and push messages to it.

/** @param {string} id @returns {any} */
const element = (id) => document.getElementById(id);

export class Phone {
    /** @param {(message: object) => void} send */
    constructor(send) {
        this.send = send;
        element("push").addEventListener("submit", (/** @type {Event} */ event) => {
            event.preventDefault();
            send({ type: "push", text: element("push-text").value });
        });
    }

    /** @param {any} state */
    show({ notifications, isSubscribed }) {
        element("phone-tab").hidden = !notifications;
        if (!notifications) return;
        element("phone-count").textContent = String(notifications.length);
        element("push-send").disabled = !isSubscribed;
        element("push-send").title = isSubscribed ? "" : "No service worker has a push subscription";
        element("notifications").replaceChildren(...notifications.map((/** @type {any} */ shown) => this.line(shown)));
    }

    /** @param {any} shown */
    line({ id, title, body }) {
        const item = document.createElement("li"), text = document.createElement("div");
        const heading = document.createElement("b"), rest = document.createElement("p");
        heading.textContent = title;
        rest.textContent = body;
        text.append(heading, rest);
        item.append(text, ...[["Tap", "tapNotification"], ["Close", "closeNotification"]].map(([name, type]) => {
            const button = document.createElement("button");
            button.type = "button";
            button.textContent = name;
            button.setAttribute("aria-label", `${name} ${title}`);
            button.addEventListener("click", () => this.send({ type, id }));
            return button;
        }));
        return item;
    }
}
