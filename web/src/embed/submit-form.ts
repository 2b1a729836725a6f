/**
 * Submits a widget's form by script: a sandboxed frame blocks form submission, even to its own script. Enter in a field
 * arrives as a click on the form's button.
 */
export function submitForm(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest('button[type="submit"]') : null;
  const { form, disabled } = (button ?? {}) as Partial<HTMLButtonElement>;
  if (!form || disabled) return;
  event.preventDefault();
  form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
}
