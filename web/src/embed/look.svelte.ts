import type { Wishes } from './attributes';

const themes = ['auto', 'light', 'dark'];

/** How a widget looks and what it has to say, as far as that changes while it is shown. */
export class Look {
  theme = $state('auto');
  label = $state('');
  notices = $state.raw<readonly string[]>([]);
  /** Why the models cannot run. */
  refused = $state('');

  /** Takes what the attributes say; a theme that there is not is the reader's own. */
  dress({ theme = 'auto', label = '' }: Wishes): void {
    this.theme = themes.includes(theme) ? theme : 'auto';
    this.label = label;
  }

  say(notice: string): void {
    if (!this.notices.includes(notice)) this.notices = [...this.notices, notice].slice(-5);
  }
}
