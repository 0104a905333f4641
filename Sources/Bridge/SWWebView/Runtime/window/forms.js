// Forms that send files as a navigation. WebKitGTK cannot hand a body with a Blob to the host, so the frame uploads the body, and the form
// sends one field that names the upload.

import { isBlob, sentBlob } from "../shared/bodies.js";
import { multipart } from "../shared/multipart.js";
import { startUpload } from "../shared/pieces.js";
import {
    apply, brandOf, getterOf, PrivateWeakMap, push, startsWith, then, toLowerCase, uncurry,
} from "../shared/primordials.js";
import {
    blobSize, eventTarget, formForEach, listen, NativeEvent, NativeFormData, nativeSetTimeout,
} from "../shared/web_primordials.js";
import { replaceMethod } from "../shared/webidl.js";
import { documentID } from "./document.js";

const formSubmit = uncurry(HTMLFormElement.prototype.submit);
const formDelete = uncurry(NativeFormData.prototype.delete);
const formAppend = uncurry(NativeFormData.prototype.append);
const formData = getterOf(FormDataEvent.prototype, "formData");
const submitterOf = getterOf(SubmitEvent.prototype, "submitter");
const targetOf = getterOf(NativeEvent.prototype, "target");
const eventPhase = getterOf(NativeEvent.prototype, "eventPhase");
export const isPrevented = getterOf(NativeEvent.prototype, "defaultPrevented");
export const hasAttribute = uncurry(Element.prototype.hasAttribute);
const nativeAttachShadow = Element.prototype.attachShadow;
const isForm = brandOf(getterOf(HTMLFormElement.prototype, "action"));
const isSubmitEvent = brandOf(submitterOf);
const isFormDataEvent = brandOf(formData);

/** The field that names the body (`PostedForms.swift`). */
const bodyField = "___sw";

/** @typedef {{form: HTMLFormElement, submitter?: Element | null, event?: Event}} Submission */

/**
 * Returns a function for an attribute of a submission: that of the button which submits the form, or else the form's own.
 * @param {string} name @param {string} own
 */
const submissionAttribute = (name, own) => {
    const ofForm = getterOf(HTMLFormElement.prototype, own), ofButton = getterOf(HTMLButtonElement.prototype, name);
    const ofInput = getterOf(HTMLInputElement.prototype, name), isInput = brandOf(ofInput), attribute = toLowerCase(name);
    return (/** @type {Submission} */ { form, submitter }) =>
        !submitter || !hasAttribute(submitter, attribute) ? ofForm(form)
            : isInput(submitter) ? ofInput(submitter) : ofButton(submitter);
};
const submissionAction = submissionAttribute("formAction", "action");
const submissionMethod = submissionAttribute("formMethod", "method");
const submissionType = submissionAttribute("formEnctype", "enctype");

/**
 * The submissions that have begun, by form.
 * @type {WeakMap<HTMLFormElement, Submission>}
 */
const submissions = new PrivateWeakMap();

/** @param {FormData} data */
const hasFiles = (data) => {
    let found = false;
    formForEach(data, (/** @type {unknown} */ value) => { found ||= isBlob(value) && blobSize(value) > 0; });
    return found;
};

/**
 * Replaces the entries of a submission with files by the field.
 * @param {Submission} submission @param {FormData} data
 */
const uploadForm = (submission, data) => {
    if (submissionMethod(submission) !== "post" || submissionType(submission) !== "multipart/form-data") return;
    if (!startsWith(submissionAction(submission), "sw:") || !hasFiles(data)) return;
    const { blob, type } = multipart(data);
    const upload = startUpload(sentBlob(blob));
    /** @type {string[]} */
    const names = [];
    formForEach(data, (/** @type {unknown} */ _, /** @type {string} */ name) => { push(names, name); });
    for (let index = 0; index < names.length; index++) formDelete(data, names[index]);
    formAppend(data, bodyField, `${upload.id} ${documentID} ${type}`);
    // The navigation itself tells what goes wrong.
    then(upload.run(), undefined, () => {});
};

/** @param {Event} event  The event `submit`, which only WebKit dispatches before it submits the form. */
const submissionBegins = (event) => {
    if (!isSubmitEvent(event) || !event.isTrusted) return;
    const submission = { __proto__: null, form: targetOf(event), submitter: submitterOf(event), event };
    submissions.set(submission.form, submission);
    // A submission that comes to nothing must not change the FormData that a script makes later.
    nativeSetTimeout(() => {
        if (submissions.get(submission.form) === submission) submissions.delete(submission.form);
    }, 0);
};

/** @param {Event} event  The event `formdata`, also of a script's FormData. */
const entriesListed = (event) => {
    if (!isFormDataEvent(event) || !event.isTrusted) return;
    const submission = submissions.get(targetOf(event)), submitted = submission?.event;
    if (!submission || submitted && (eventPhase(submitted) || isPrevented(submitted))) return;
    submissions.delete(submission.form);
    // Listeners of the page add entries. This listener is the last one.
    listen(eventTarget(event), "formdata", (/** @type {Event} */ last) => {
        if (last === event) uploadForm(submission, formData(event));
    }, { __proto__: null, once: true });
};

/** @param {EventTarget} root  A window or shadow root: neither event leaves a shadow tree. */
const watchForms = (root) => {
    listen(root, "submit", submissionBegins, true);
    listen(root, "formdata", entriesListed, true);
};

export const exposeForms = () => {
    watchForms(self);
    replaceMethod(Element.prototype, "attachShadow", {
        /** @this {Element} */
        attachShadow() {
            const root = apply(nativeAttachShadow, this, arguments);
            watchForms(root);
            return root;
        },
    }.attachShadow);
    replaceMethod(HTMLFormElement.prototype, "submit", {
        /** @this {HTMLFormElement} */
        submit() {
            if (!isForm(this)) return formSubmit(this);
            // A listener of the event `submit` may call this.
            const earlier = submissions.get(this);
            submissions.set(this, /** @type {any} */ ({ __proto__: null, form: this }));
            formSubmit(this);
            if (earlier) submissions.set(this, earlier);
            else submissions.delete(this);
        },
    }.submit);
};
