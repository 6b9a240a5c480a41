import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { SketchSource } from './community.ts'
import type { SeedPicture } from './picture-worker.ts'

type PendingPicture = { resolve: (picture: SeedPicture) => void; reject: (error: Error) => void }

/** Renders pictures on all cores. `close` ends the workers. */
export function startPictureWorkers(count = availableParallelism()) {
  const waiting = new Map<number, PendingPicture>()
  const workers = Array.from({ length: count }, () => new Worker(join(import.meta.dirname, 'picture-worker.ts')))
  let next = 0
  for (const worker of workers) {
    worker.on('message', ({ id, picture, error }: { id: number; picture?: SeedPicture; error?: string }) => {
      const { resolve, reject } = waiting.get(id) ?? {}
      waiting.delete(id)
      if (picture) resolve?.(picture)
      else reject?.(new Error(error))
    })
    worker.on('error', (error) => {
      for (const { reject } of waiting.values()) reject(error as Error)
    })
  }
  return {
    make(source: SketchSource): Promise<SeedPicture> {
      const id = next++
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        workers[id % workers.length]?.postMessage({ id, source })
      })
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
