import { dateText } from '../../lib/format.ts'
import { TopBanner } from '../../ui/TopBanner.tsx'
import { useKeepAccount } from './queries.ts'

/** Shown to the member on every page until the account is deleted, with a button that cancels the deletion. */
export function DeletionBanner({ deletesAt }: { deletesAt: string }) {
  const keep = useKeepAccount()
  return (
    <TopBanner
      label="Deletion of your account"
      text={`Your account will be deleted on ${dateText(deletesAt)}.`}
      action="Keep my account"
      busy={keep.isPending}
      onAction={() => keep.mutate()}
    />
  )
}
