// Forms that send files as a navigation. WebKitGTK cannot hand a body with a Blob to the host, so the frame announces the navigation and
// uploads its body.

const NativeInput = HTMLInputElement;
const formSubmit = uncurry(HTMLFormElement.prototype.submit);
const formData = getterOf(FormDataEvent.prototype, "formData");
const submitterOf = getterOf(SubmitEvent.prototype, "submitter");
const targetOf = getterOf(NativeEvent.prototype, "target");
const isPrevented = getterOf(NativeEvent.prototype, "defaultPrevented");
const hasAttribute = uncurry(Element.prototype.hasAttribute);

/**
 * Returns a function for an attribute of a submission: that of the button which submits the form, or else the form's own.
 * @param {string} name @param {string} own
 */
const submissionAttribute = (name, own) => {
    const ofForm = getterOf(HTMLFormElement.prototype, own), ofButton = getterOf(HTMLButtonElement.prototype, name);
    const ofInput = getterOf(NativeInput.prototype, name), attribute = toLowerCase(name);
    return (/** @type {Submission} */ { form, submitter }) =>
        !submitter || !hasAttribute(submitter, attribute) ? ofForm(form)
            : submitter instanceof NativeInput ? ofInput(submitter) : ofButton(submitter);
};
const submissionAction = submissionAttribute("formAction", "action");
const submissionMethod = submissionAttribute("formMethod", "method");
const submissionType = submissionAttribute("formEnctype", "enctype");

/** @typedef {{form: HTMLFormElement, submitter?: Element | null, event?: Event}} Submission */

/**
 * The latest submission, which may have sent its form or not.
 * @type {Submission | undefined}
 */
let submission;

/** @param {FormData} data */
const hasFiles = (data) => {
    let found = false;
    formForEach(data, (/** @type {unknown} */ value) => { found ||= isBlob(value) && blobSize(value) > 0; });
    return found;
};

/** @param {Submission} sent @param {FormData} data */
const announceForm = (sent, data) => {
    if (sent.event && isPrevented(sent.event)) return;
    if (submissionMethod(sent) !== "post" || submissionType(sent) !== "multipart/form-data" || !hasFiles(data)) return;
    let url;
    try {
        url = withoutFragment(parsedURL(submissionAction(sent)));
    } catch {
        return;
    }
    if (!startsWith(url, "sw:")) return;
    const { blob, type } = multipart(data);
    const upload = startUpload(sentBlob(blob));
    notifyNow("/Client/submits", { url, upload: upload.id, type });
    // The navigation itself tells what goes wrong.
    then(upload.run(), undefined, () => {});
};

const exposeForms = () => {
    listen(self, "submit", (/** @type {SubmitEvent} */ event) => {
        submission = { form: targetOf(event), submitter: submitterOf(event), event };
    }, true);
    // A submission constructs the entry list, as a script can do; it is sent after the script.
    listen(self, "formdata", (/** @type {FormDataEvent} */ event) => {
        const sent = submission, data = formData(event);
        if (sent?.form === targetOf(event)) then(resolvedPromise(), () => announceForm(/** @type {Submission} */ (sent), data));
    }, true);
    replaceMethod(HTMLFormElement.prototype, "submit", {
        /** @this {HTMLFormElement} */
        submit() {
            submission = { form: this };
            return formSubmit(this);
        },
    }.submit);
};
