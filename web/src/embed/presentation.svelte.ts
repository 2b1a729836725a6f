import type { AttributeValues } from './attributes';

const themes = ['auto', 'light', 'dark'];

/** The theme, label, and notices of a widget, which change while it is shown. */
export class Presentation {
  theme = $state('auto');
  /** The theme that suits the colours that the page chose; undefined if it chose none. */
  ownTheme = $state<'light' | 'dark'>();
  label = $state('');
  notices = $state.raw<readonly string[]>([]);
  /** Why the models cannot run. */
  engineProblem = $state('');

  /** Applies the attributes; an unknown theme becomes the reader's own. */
  applyAttributes({ theme = 'auto', label = '' }: AttributeValues): void {
    this.theme = themes.includes(theme) ? theme : 'auto';
    this.label = label;
  }

  /** Adds a notice for the reader; the last five are shown. */
  notify(notice: string): void {
    if (!this.notices.includes(notice)) this.notices = [...this.notices, notice].slice(-5);
  }
}
