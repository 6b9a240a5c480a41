import type { SessionReply } from '../../../contract/http/auth.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { timeText } from '../../lib/format.ts'
import { staffMessages } from '../../lib/messages/staff.ts'
import { useUser } from '../../lib/session.ts'
import { TopBanner } from '../../ui/TopBanner.tsx'
import { useSessionAfter } from '../bans/queries.ts'
import { useStopImpersonating } from './queries.ts'

type ImpersonationBannerProps = { impersonation: NonNullable<SessionReply['impersonation']> }

/** Shown on every page while staff act as another member, with a button that ends it. */
export function ImpersonationBanner({ impersonation }: ImpersonationBannerProps) {
  const user = useUser()
  const endsAt = fromWireTime(impersonation.until)
  const stop = useStopImpersonating(user?.id ?? 0)
  useSessionAfter(impersonation.until)
  return (
    <TopBanner
      label="Impersonation"
      text={staffMessages.acting(user?.nickname ?? '', timeText(endsAt))}
      action="Stop"
      busy={stop.isPending || stop.isSuccess}
      onAction={() => stop.mutate()}
    />
  )
}
