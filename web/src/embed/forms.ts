/**
 * Hands in a widget's forms by script: a sandboxed frame lets no form be handed in, not even to its own script. Enter in a
 * field comes as a click on the form's button.
 */
export function submitHere(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest('button[type="submit"]') : null;
  const { form, disabled } = (button ?? {}) as Partial<HTMLButtonElement>;
  if (!form || disabled) return;
  event.preventDefault();
  form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
}
