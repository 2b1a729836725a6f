import type { AttributeValues } from './attributes';
import type { PageThemes } from './host-style';

const themes = ['auto', 'light', 'dark'];

/** The theme, label, and notices of a widget, which change while it is shown. */
export class Presentation {
  theme = $state('auto');
  /** The themes that suit the colors of the page. */
  page = $state.raw<PageThemes>({ chosen: undefined, ground: undefined });
  /** The theme for the style sheet: the theme of the chosen colors, of the attribute, or of the background. */
  readonly shownTheme = $derived(
    this.page.chosen ?? (this.theme === 'auto' ? (this.page.ground ?? this.theme) : this.theme),
  );
  label = $state('');
  notices = $state.raw<readonly string[]>([]);
  /** The reason why the models cannot run. */
  engineProblem = $state('');

  /** Applies the attributes; an unknown theme is treated as `auto`. */
  applyAttributes({ theme = 'auto', label = '' }: AttributeValues): void {
    this.theme = themes.includes(theme) ? theme : 'auto';
    this.label = label;
  }

  /** Adds a notice for the reader; the last five are shown. */
  notify(notice: string): void {
    if (!this.notices.includes(notice)) this.notices = [...this.notices, notice].slice(-5);
  }
}
