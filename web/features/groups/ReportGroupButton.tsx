import type { GroupInfo } from '../../../contract/http/groups.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { ReportButton } from '../../ui/ReportButton.tsx'
import { useReportGroup } from './queries.ts'

/** Button that reports the group to the gloperators. The owner does not see it. */
export function ReportGroupButton({ group }: { group: GroupInfo }) {
  const report = useReportGroup(group.id)
  if (group.role === 'owner') return null
  return (
    <div>
      <ReportButton title={group.title} hint={groupMessages.reporting} onReport={report.mutateAsync} />
    </div>
  )
}
