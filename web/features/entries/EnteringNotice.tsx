import { Link } from '../../ui/Link.tsx'

type EnteringNoticeProps = { kind: 'challenge' | 'compo'; to: string; title: string; picturesMax?: number }

/** Notice on the upload page: the challenge or compo that new pictures enter, up to a number of them. */
export function EnteringNotice({ kind, to, title, picturesMax }: EnteringNoticeProps) {
  return (
    <p>
      {whatEnters(picturesMax)} the {kind} <Link to={to}>{title}</Link>. You can change that for each of them.
    </p>
  )
}

function whatEnters(picturesMax: number | undefined): string {
  if (picturesMax === undefined) return 'New pictures enter'
  return picturesMax === 1 ? 'The first new picture enters' : `The first ${picturesMax} new pictures enter`
}

/** Notice on the upload page that its address names a challenge or compo that does not exist. */
export function MissingNotice({ kind }: { kind: 'challenge' | 'compo' }) {
  return <p>We couldn’t find that {kind}, so new pictures don’t enter it.</p>
}

/** Notice on the upload page that new pictures do not enter the compo from which the member came. */
export function RefusingNotice({ compo: { id, title } }: { compo: { id: string; title: string } }) {
  return (
    <p>
      <Link to={`/compo/${id}`}>{title}</Link> doesn’t take entries from you now, so new pictures don’t enter it.
    </p>
  )
}
