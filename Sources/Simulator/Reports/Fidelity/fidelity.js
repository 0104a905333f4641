// @ts-check
// Shows the features whose class is checked and whose row has the text of the filter.
{
    const form = /** @type {HTMLFormElement} */ (document.querySelector("form"));
    const search = /** @type {HTMLInputElement} */ (form.querySelector("[type=search]"));
    const boxes = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[data-class]")]);

    const filter = () => {
        const shown = new Set(boxes.filter((box) => box.checked).map((box) => box.dataset.class));
        const wanted = search.value.toLowerCase();
        for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("section"))) {
            let count = 0;
            for (const row of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll("tbody tr"))) {
                row.hidden = !(row.textContent ?? "").toLowerCase().includes(wanted);
                if (!row.hidden) count += 1;
            }
            section.hidden = count === 0 || !shown.has(section.className);
        }
    };
    form.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
}
