/** A reader's actions in a browser, through its driver. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { By, type WebDriver, type WebElement } from 'selenium-webdriver';
import type { Reader } from './drivers.ts';

/** Longer than anything takes even on a slow machine: the limit ends hanging tests and does not measure speed. */
const patience = 240_000;

export class Hands {
  readonly #driver: WebDriver;
  /** The folder into which the browser saves files. */
  readonly #downloads: string;

  constructor({ driver, downloads }: Reader) {
    this.#driver = driver;
    this.#downloads = downloads;
  }

  /** Goes to a page. */
  async go(address: string): Promise<void> {
    await this.#driver.get(address);
  }

  /** Opens a lab's page and waits until it answers. */
  async open(address: string): Promise<void> {
    await this.go(address);
    await this.until('the list of steps is awake', '[data-island="page:rail"][data-awake]');
  }

  /** Runs a function body in the page; returns its value. */
  run<T>(body: string, ...values: unknown[]): Promise<T> {
    return this.#driver.executeScript<T>(body, ...values);
  }

  /** Performs an action inside a frame. */
  async inFrame<T>(selector: string, act: () => Promise<T>): Promise<T> {
    await this.#driver.switchTo().frame(await this.reach(selector));
    try {
      return await act();
    } finally {
      await this.#driver.switchTo().defaultContent();
    }
  }

  /** Waits until the browser has saved a file of this name; returns its bytes. */
  async saved(name: string): Promise<Buffer> {
    const file = join(this.#downloads, name);
    // Firefox writes to another name until a file is complete, and reserves this name with an empty file.
    const size = (): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    await this.#driver.wait(() => size() > 0, patience, `${name} is saved`);
    return readFileSync(file);
  }

  /** Waits for an element that a selector finds, with this text if one is given. */
  async until(what: string, selector: string, text = /(?:)/): Promise<void> {
    await this.#driver.wait(async () => (await this.texts(selector)).some((one) => text.test(one)), patience, what);
  }

  /** Waits until a condition holds. */
  async untilTrue(what: string, holds: () => Promise<boolean>): Promise<void> {
    await this.#driver.wait(holds, patience, what);
  }

  /** Waits until no element is found. */
  async gone(selector: string): Promise<void> {
    await this.untilTrue(`${selector} is gone`, async () => (await this.texts(selector)).length === 0);
  }

  /** Waits until an element's text no longer changes; returns the text. */
  async settled(selector: string): Promise<string> {
    const read = async (): Promise<string> => (await this.texts(selector)).join(' ');
    let last = await read();
    for (let same = 0; same < 5;) {
      await setTimeout(200);
      const now = await read();
      same = now === last ? same + 1 : 0;
      last = now;
    }
    return last;
  }

  /** Returns the texts of elements, including those out of view; every space becomes an ordinary one. */
  texts(selector: string): Promise<string[]> {
    return this.#driver.executeScript<string[]>(
      "return [...document.querySelectorAll(arguments[0])].map(({ textContent }) => textContent.replace(/\\s+/g, ' '))",
      selector,
    );
  }

  /** Returns the values of an attribute of elements; empty for elements without it. */
  attributes(selector: string, name: string): Promise<string[]> {
    return this.#driver.executeScript<string[]>(
      "return [...document.querySelectorAll(arguments[0])].map((element) => element.getAttribute(arguments[1]) ?? '')",
      selector,
      name,
    );
  }

  /** Returns the page's errors. */
  complaints(): Promise<string[]> {
    return this.#driver.executeScript<string[]>('return window.complaints');
  }

  /** Hydrates every part of the page, as printing does. */
  async wakeAll(): Promise<void> {
    await this.#driver.executeScript("dispatchEvent(new Event('beforeprint'))");
    const sleeping = () => this.texts('[data-island]:not([data-awake])');
    await this.#driver.wait(async () => (await sleeping()).length === 0, patience, 'all parts are awake');
  }

  /** Opens everything that predictions hide, without making them, and hydrates all of it. */
  async revealAll(): Promise<void> {
    await this.wakeAll();
    await this.#driver.wait(
      () =>
        this.#driver.executeScript<boolean>(`
          const skips = [...document.querySelectorAll('button')].filter((button) => button.textContent.trim() === 'Show without predicting');
          for (const skip of skips) skip.click();
          return skips.length === 0;`),
      patience,
      'all predictions are skipped',
    );
    await this.wakeAll();
  }

  /** Scrolls an element to the middle of the window; returns the element. */
  async reach(selector: string): Promise<WebElement> {
    const element = await this.#driver.findElement(By.css(selector));
    await this.#driver.executeScript(
      `for (let fold = arguments[0].closest('details.fold'); fold; fold = fold.parentElement.closest('details.fold')) fold.open = true;
      arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' });`,
      element,
    );
    return element;
  }

  /** Goes to a part of the page, on the bench if it is shown there, and waits until it answers. */
  async come(id: string): Promise<void> {
    await this.#driver.wait(
      async () => {
        const part = await this.reach(`[data-island="${id}"]`);
        await this.#driver.executeScript(
          `const link = arguments[0].closest('.scene-place')?.querySelector('.to-bench a');
          if (link && !arguments[0].checkVisibility()) link.click();`,
          part,
        );
        return (await this.texts(`[data-island="${id}"][data-awake]`)).length > 0;
      },
      patience,
      `${id} is awake`,
    );
  }

  /** Presses the first button of this name inside an element, once it can be pressed. */
  async press(inside: string, name: string): Promise<void> {
    const isNamed = By.xpath(
      `.//*[(self::button or self::summary) and (normalize-space() = '${name}' or @aria-label = '${name}')]`,
    );
    const button = await this.#driver.wait(
      async () => {
        const within = await this.reach(inside);
        const [found] = await within.findElements(isNamed);
        return found && (await found.isDisplayed()) && (await found.isEnabled()) ? found : null;
      },
      patience,
      `${name} can be pressed`,
    );
    if (!button) return;
    await this.#driver.executeScript("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", button);
    await button.click();
  }

  /** Clicks an element, such as a link or the label of a field. */
  async follow(selector: string): Promise<void> {
    await (await this.reach(selector)).click();
  }

  /** Puts files with these texts into a file field, as if they were chosen: not all drivers can type a file's path. */
  async choose(selector: string, files: Record<string, string>): Promise<void> {
    await this.run(
      `const [selector, files] = arguments;
      const chosen = new DataTransfer();
      for (const [name, text] of Object.entries(files)) chosen.items.add(new File([text], name));
      const field = document.querySelector(selector);
      field.files = chosen.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));`,
      selector,
      files,
    );
  }

  /** Replaces the text of a field by typing. */
  async write(selector: string, text: string): Promise<void> {
    const field = await this.reach(selector);
    await field.clear();
    await field.sendKeys(text);
  }

  /** Focuses an element by script, as Tab would, and presses keys in it. */
  async type(selector: string, ...keys: string[]): Promise<void> {
    const element = await this.reach(selector);
    await this.#driver.executeScript('arguments[0].focus({ preventScroll: true })', element);
    await this.#driver
      .actions()
      .sendKeys(...keys)
      .perform();
  }

  /** Drags the pointer over an element between two positions, given as shares of its width and height. */
  async drag(selector: string, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    const origin = await this.reach(selector);
    const { width, height } = await origin.getRect();
    // Drivers measure from the center of the element.
    const place = ([across, down]: readonly [number, number]) => ({
      origin,
      x: Math.round((across - 0.5) * width),
      y: Math.round((down - 0.5) * height),
      duration: 50,
    });
    const steps = [0.25, 0.5, 0.75, 1].map((share) =>
      place([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]),
    );
    const actions = this.#driver.actions().move(place(from)).press();
    for (const step of steps) actions.move(step);
    await actions.release().perform();
  }
}
