/** The page of a lab as a reader uses it. */
import { expect as plain, type Locator, type Page } from '@playwright/test';
import { stateIn } from '../web/src/state/address.ts';
import { decode } from '../web/src/state/code.ts';
import { complaintsOf } from './complaints.ts';
import { dist, serve, type Host } from './serve.ts';

/** `expect` with a longer time limit: some answers need the model of a directory with many names, which takes a long
 * time on a slow machine. */
export const expect = plain.configure({ timeout: 30_000 });

/** Opens the folded parts in an element. */
export const unfold = (part: Locator): Promise<void> =>
  part.evaluate((element) => {
    for (let fold = element.closest('details.fold'); fold; fold = fold.parentElement?.closest('details.fold') ?? null)
      fold.setAttribute('open', '');
  });

/** Opens all folded parts of a page. */
export const unfoldAll = (page: Page): Promise<void> =>
  page.evaluate(() => document.querySelectorAll('details.fold').forEach((fold) => fold.setAttribute('open', '')));

/** Returns the state in the address. The address follows a change after a delay: poll for the change itself. */
export function linkedState(page: Page): unknown {
  const text = stateIn(page.url());
  return text === undefined ? {} : decode(text);
}

/** A lab's page in a browser, and its errors. */
export class LabPage {
  readonly page: Page;
  readonly complaints: readonly string[];

  constructor(page: Page) {
    this.page = page;
    this.complaints = complaintsOf(page);
    page.setDefaultTimeout(20_000);
  }

  /** Goes to an address and waits until the page answers. */
  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await expect(this.page.locator('[data-island="page:rail"]')).toHaveAttribute('data-awake');
  }

  /** Returns the state in the address, like `linkedState`. */
  linked(): unknown {
    return linkedState(this.page);
  }

  /** Loads every part of the page, as printing does. */
  async wakeAll(): Promise<void> {
    await this.page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(this.page.locator('[data-island]:not([data-awake])')).toHaveCount(0, { timeout: 20_000 });
  }

  /** Scrolls to a part of the page, which loads only when it is near the viewport. */
  async come(id: string): Promise<void> {
    const part = this.page.locator(`[data-island="${id}"]`);
    const link = this.page.locator('.scene-place', { has: part }).locator('.to-bench a');
    await unfold(part);
    // Parts in between are laid out on the way and may push the target away: scroll again.
    await expect(async () => {
      // The part is on the bench once its link in the text has been followed.
      if (await link.isVisible()) await link.click();
      else await part.scrollIntoViewIfNeeded();
      await plain(part).toHaveAttribute('data-awake', '', { timeout: 2000 });
    }).toPass({ timeout: 30_000 });
  }

  asked(id: string): Locator {
    return this.page.locator(`[id="${id}"].asked`);
  }

  choice(id: string, choice: string): Locator {
    return this.asked(id).locator(`input[value="${choice}"]`);
  }

  number(id: string): Locator {
    return this.asked(id).locator(`[id="${id}:number"]`);
  }

  button(id: string, name: string): Locator {
    return this.asked(id).getByRole('button', { name, exact: true });
  }

  /** Returns the plane on which a curve is drawn: on the bench or in the text. */
  plane(id: string): Locator {
    return this.page.getByTestId(new RegExp(`^(curve|drawing)-${id}$`)).locator('.plane');
  }

  verdict(id: string): Locator {
    return this.page.getByTestId(`verdict-${id}`);
  }

  reveal(id: string): Locator {
    return this.page.getByTestId(`reveal-${id}`);
  }

  comparison(id: string): Locator {
    return this.page.getByTestId(`comparison-${id}`);
  }

  /** Returns the reader's values in the comparison after a curve: one cell per point. */
  yours(id: string): Locator {
    return this.comparison(id).getByRole('row', { name: 'You said' }).getByRole('cell');
  }

  chart(id: string): Locator {
    return this.page.getByTestId(`chart-${id}`);
  }

  table(id: string): Locator {
    return this.page.getByTestId(`table-${id}`);
  }

  cell(table: string, index: number): Locator {
    return this.table(table).locator(`[data-cell="${index}"]`);
  }

  get rail(): Locator {
    return this.page.getByTestId('rail');
  }

  /** Opens the list of steps, which has the tools for the whole lab. */
  async openRail(): Promise<void> {
    const bar = this.rail.getByRole('button').first();
    if ((await bar.getAttribute('aria-expanded')) === 'false') await bar.click();
  }

  /** Returns the model's value of a series at the selected position of a chart. */
  atPlace(chart: string, series: string): Locator {
    return this.page.getByTestId(`at-${chart}`).getByRole('row', { name: series }).locator('td').first();
  }

  async drop(on: Locator, name: string, text: string): Promise<void> {
    const dataTransfer = await this.page.evaluateHandle(
      ([name, text]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text ?? ''], name ?? ''));
        return transfer;
      },
      [name, text],
    );
    await on.dispatchEvent('drop', { dataTransfer });
  }

  /** Returns the page's link to its current state. */
  async link(): Promise<string> {
    await expect(this.rail.getByRole('status')).toHaveText(/Link copied/);
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** Returns everything visible that a link keeps: predictions and answers, open parts, and settings. */
  seen(): Promise<string[]> {
    return this.page.evaluate(() => {
      const fieldsOf = (place: Element): string[] =>
        [...place.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')].map((field) =>
          field instanceof HTMLInputElement && /radio|checkbox/.test(field.type)
            ? `${field.name || field.type} ${field.value}: ${field.indeterminate ? 'undecided' : field.checked}`
            : `${field.type}: ${field.value}`,
        );
      const places = document.querySelectorAll(
        '.asked, details.reveal, .comparison, [data-testid^="control-"], [data-testid="detail"] h4, .so-far',
      );
      return [...places].map((place) => {
        if (place instanceof HTMLDetailsElement) return `${place.dataset['after']}: ${place.open ? 'open' : 'closed'}`;
        return [place.textContent.replaceAll(/\s+/g, ' ').trim(), ...fieldsOf(place)].join(' | ');
      });
    });
  }
}

/** The site, with the address of a lab on it. */
export interface LabHost extends Host {
  readonly lab: string;
}

export async function serveLab(id: string): Promise<LabHost> {
  const { url, close } = await serve(dist('site'));
  return { url, close, lab: `${url}labs/${id}.html` };
}
