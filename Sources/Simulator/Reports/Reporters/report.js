// @ts-check
// Shows the tests whose status is checked and whose name, or page's name, has the text of the filter.
{
    const form = /** @type {HTMLFormElement} */ (document.querySelector("form"));
    const search = /** @type {HTMLInputElement} */ (form.querySelector("[type=search]"));
    const boxes = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[data-status]")]);

    const filter = () => {
        const shown = new Set(boxes.filter((box) => box.checked).map((box) => box.dataset.status));
        const wanted = search.value.toLowerCase();
        /** @param {Element | null} element */
        const matches = (element) => (element?.textContent ?? "").toLowerCase().includes(wanted);
        for (const page of document.querySelectorAll(".page")) {
            const isWanted = matches(page.querySelector("summary"));
            let count = 0;
            for (const item of page.querySelectorAll("li")) {
                item.hidden = !shown.has(item.className) || !(isWanted || matches(item));
                if (!item.hidden) count += 1;
            }
            /** @type {HTMLElement} */ (page).hidden = count === 0 && (page.querySelector("li") !== null || !isWanted);
        }
    };
    form.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
}
