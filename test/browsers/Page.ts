import type { Driver, PageFunction, Point } from './drivers/driver.ts'
import { findInPage, type Target } from './find.ts'
import { until } from './until.ts'

/** Number of consecutive looks that must find a target unmoved. */
const STILL_LOOKS = 2

/** A member's or visitor's window: finds, presses and reads as a person does, and waits for what it needs. */
export class Page {
  readonly driver: Driver
  readonly #origin: string

  constructor(driver: Driver, origin: string) {
    this.driver = driver
    this.#origin = origin
  }

  /** Opens a page of the site and waits until the application has started. */
  async open(path: string): Promise<void> {
    await this.driver.open(this.#origin + path)
    await this.expect('the application has started', () => document.querySelector('[data-page]') !== null)
  }

  run<Args extends readonly unknown[], Result>(work: PageFunction<Args, Result>, ...args: Args): Promise<Result> {
    return this.driver.run(work, ...args)
  }

  /** Waits until `work` returns true in the page. */
  async expect<Args extends readonly unknown[]>(
    condition: string,
    work: PageFunction<Args, boolean>,
    ...args: Args
  ): Promise<void> {
    await until(condition, () => this.run(work, ...args))
  }

  path(): Promise<string> {
    return this.run(() => location.pathname)
  }

  async see(target: Target): Promise<void> {
    await until(`there is ${nameOf(target)}`, () => this.run(findInPage, target, false))
  }

  async press(target: Target): Promise<void> {
    await this.driver.click(await this.#reach(target))
  }

  /** Types into an empty field. Presses it again if it moved away from under the first press. */
  async fill(target: Target, text: string): Promise<void> {
    await until(`${nameOf(target)} has the focus`, async () => {
      await this.press(target)
      return (await this.run(findInPage, target, false))?.hasFocus
    })
    await this.driver.type(text)
  }

  /** Waits until the target is still and nothing covers it; returns its middle. */
  async #reach(target: Target): Promise<Point> {
    let before = ''
    let stillLooks = 0
    return until(`${nameOf(target)} can be pressed`, async () => {
      const found = await this.run(findInPage, target, true)
      const now = JSON.stringify(found)
      stillLooks = now === before ? stillLooks + 1 : 0
      before = now
      return stillLooks >= STILL_LOOKS && found?.isReachable && found.at
    })
  }
}

const nameOf = ({ role, name, isExact = true }: Target) => `a ${role} "${name}${isExact ? '' : '…'}"`
