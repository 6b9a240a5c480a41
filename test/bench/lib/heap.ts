import { connectDevtools } from './devtools.ts'

/** Bytes of JavaScript that a worker holds, its objects with it, after a collection; by the inspector's port of workerd. */
export async function heapBytes(inspectorPort: number, worker: string): Promise<number> {
  const listed = await fetch(`http://127.0.0.1:${inspectorPort}/json`)
  const targets = (await listed.json()) as { id: string; webSocketDebuggerUrl: string }[]
  const target = targets.find(({ id }) => id.endsWith(`:${worker}`))
  if (!target) throw new Error(`no ${worker} among ${targets.map(({ id }) => id)}`)
  const { send, close } = await connectDevtools(target.webSocketDebuggerUrl)
  await send('HeapProfiler.collectGarbage')
  const { usedSize } = await send<{ usedSize: number }>('Runtime.getHeapUsage')
  await close()
  return usedSize
}
