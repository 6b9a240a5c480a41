import type { Driver, PageFunction, Point } from './drivers/driver.ts'
import { findInPage, type Target } from './find.ts'
import { until } from './until.ts'

/** A member's or visitor's window: finds, presses and reads as a person does, and waits for what it needs. */
export class Page {
  readonly driver: Driver
  readonly #origin: string

  constructor(driver: Driver, origin: string) {
    this.driver = driver
    this.#origin = origin
  }

  open(path: string): Promise<void> {
    return this.driver.open(this.#origin + path)
  }

  run<Args extends readonly unknown[], Result>(work: PageFunction<Args, Result>, ...args: Args): Promise<Result> {
    return this.driver.run(work, ...args)
  }

  /** Waits until the page says yes. */
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

  /** Types into an empty field. */
  async fill(target: Target, text: string): Promise<void> {
    await this.press(target)
    await this.driver.type(text)
  }

  /** Waits until the target is still and nothing covers it; returns its middle. */
  async #reach(target: Target): Promise<Point> {
    let before = ''
    return until(`${nameOf(target)} can be pressed`, async () => {
      const found = await this.run(findInPage, target, true)
      const now = JSON.stringify(found)
      const isStill = now === before
      before = now
      return isStill && found?.isReachable && found.at
    })
  }
}

const nameOf = ({ role, name, isExact = true }: Target) => `a ${role} "${name}${isExact ? '' : '…'}"`
