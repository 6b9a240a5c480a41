import { readFile } from 'node:fs/promises'
import { placeLabel } from '../contract/compo-places.ts'
import { ballotDownload } from '../contract/http/compos.ts'
import { computeResult, publishedResults } from '../worker/domain/compos/result.ts'

const HEAD = ['place', 'label', 'entry', 'seen', 'picks', 'strength']

/** Computes the result of a downloaded compo as tab-separated text. @throws if the text is not such a download */
export function resultTable(download: string): string {
  const { entries, disqualified, sets } = ballotDownload.parse(JSON.parse(download))
  const results = publishedResults(computeResult(entries, sets), disqualified)
  const rows = results.map(({ place, id, seen, picks, strength }) => [
    place ?? '',
    disqualified.includes(id) ? 'Disqualified' : (placeLabel(place ?? 0) ?? ''),
    id,
    seen,
    picks,
    strength.toPrecision(6),
  ])
  return [HEAD, ...rows].map((row) => row.join('\t')).join('\n')
}

/** `npm run compo-result -- FILE` computes the result of a closed compo again, from its downloaded ballots. */
if (import.meta.main) {
  const [, , path] = process.argv
  if (path === undefined) {
    console.error('Name the file with the ballots of the compo.')
    process.exit(2)
  }
  console.log(resultTable(await readFile(path, 'utf8')))
}
