import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../../../dev/settings.ts'

const FOLDER = join(ROOT, '.local/moved-clock')
const LIBRARY = join(FOLDER, 'moved-clock.so')
const SECONDS_FILE = join(FOLDER, 'seconds')
const SECOND_MS = 1000

/** Environment of programs whose clock can be moved. */
export const MOVED_CLOCK_ENV = { LD_PRELOAD: LIBRARY, CROQUIS_CLOCK_FILE: SECONDS_FILE }

const secondsAsBytes = (seconds: number) => new Uint8Array(BigInt64Array.of(BigInt(seconds)).buffer)

/**
 * The time of day of the programs that run with `MOVED_CLOCK_ENV`. It goes on like that of the system, which is not
 * moved.
 */
export class MovedClock {
  #aheadMs = 0

  /** Compiles the library and sets the clock to the time of the system. Fails if no C compiler is installed. */
  constructor() {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(SECONDS_FILE, secondsAsBytes(0))
    const source = join(import.meta.dirname, 'moved-clock.c')
    const { error, status, stderr } = spawnSync('cc', ['-O2', '-shared', '-fPIC', '-o', LIBRARY, source])
    if (error) throw new Error('Moving a clock needs a C compiler. On Debian, install gcc and libc6-dev.')
    if (status !== 0) throw new Error(`moved-clock.c could not be compiled: ${stderr}`)
  }

  now(): number {
    return Date.now() + this.#aheadMs
  }

  /** Moves the clock to a later time, in milliseconds. Fractions of a second are lost. */
  async moveTo(ms: number): Promise<void> {
    const seconds = Math.ceil((ms - Date.now()) / SECOND_MS)
    // Programs share the memory of the file, so it is written in place.
    const file = await open(SECONDS_FILE, 'r+')
    await file.write(secondsAsBytes(seconds), 0, 8, 0)
    await file.close()
    this.#aheadMs = seconds * SECOND_MS
  }
}
