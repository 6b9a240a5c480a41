import type { ChallengePageReply } from '../../../contract/http/challenges.ts'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { ReportButton } from '../../ui/ReportButton.tsx'
import { useReportChallenge } from './queries.ts'

/** Button that reports the challenge of a group to the gloperators. Members who may edit it do not see it. */
export function ReportChallengeButton({ challenge }: { challenge: ChallengePageReply }) {
  const report = useReportChallenge(challenge.id)
  if (!challenge.group || challenge.canEdit) return null
  return <ReportButton title={challenge.title} hint={challengeMessages.reporting} onReport={report.mutateAsync} />
}
