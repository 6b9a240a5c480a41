import { env } from 'cloudflare:workers'
import { unzipSync } from 'fflate'
import type { ExportReply } from '../../../contract/http/export.ts'
import type { Person } from './people.ts'
import { requestJson, sendRequest, sendRequestWith } from './site.ts'

export const EXPORT_PATH = '/api/v2/user/export'

export const exportOf = (as: Person): Promise<ExportReply> => requestJson(EXPORT_PATH, { as })

/** Asks for an export and does the first run of its job. */
export const requestExport = (as: Person | null, bindings = env) =>
  sendRequestWith(bindings, EXPORT_PATH, { as, body: {} })

/** Asks for an export and looks at its progress until it is made. */
export async function makeExport(as: Person): Promise<ExportReply> {
  await requestExport(as)
  for (let looks = 0; looks < 50; looks++) {
    const reply = await exportOf(as)
    if (reply.state !== 'making') return reply
  }
  throw new Error('the export does not get ready')
}

/** Downloads a part, or a range of it. */
export async function downloadPart(
  as: Person,
  { parts }: Pick<ExportReply, 'parts'>,
  { part = 1, headers = {} }: { part?: number; headers?: Record<string, string> } = {},
): Promise<Response> {
  return sendRequest(parts[part - 1]?.url ?? '', { as, headers })
}

export const bytesOf = async (reply: Response) => new Uint8Array(await reply.arrayBuffer())

/** All files of a member's export by their names, unpacked. */
export async function unpackedExport(as: Person): Promise<Record<string, Uint8Array>> {
  const made = await makeExport(as)
  const files: Record<string, Uint8Array> = {}
  for (let part = 1; part <= made.parts.length; part++) {
    Object.assign(files, unzipSync(await bytesOf(await downloadPart(as, made, { part }))))
  }
  return files
}

/** The items of a JSON file of an export. */
export function itemsOf<T = Record<string, unknown>>(files: Record<string, Uint8Array>, name: string): T[] {
  const file = files[`data/${name}.json`]
  if (!file) throw new Error(`there is no ${name}.json`)
  return JSON.parse(new TextDecoder().decode(file))
}
