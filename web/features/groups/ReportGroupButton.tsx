import { Flag } from 'lucide-react'
import { useState } from 'react'
import type { GroupInfo } from '../../../contract/http/groups.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { useRequireLogin } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ReportDialog } from '../../ui/ReportDialog.tsx'
import { useReportGroup } from './queries.ts'

/** Button that reports the group to the gloperators. The owner does not see it. */
export function ReportGroupButton({ group }: { group: GroupInfo }) {
  const report = useReportGroup(group.id)
  const requireLogin = useRequireLogin()
  const [isOpen, setOpen] = useState(false)
  if (group.role === 'owner') return null
  return (
    <div>
      <Button icon={Flag} onClick={() => requireLogin(() => setOpen(true))}>
        Report
      </Button>
      {isOpen && (
        <ReportDialog
          title={`Report ${group.title}?`}
          hint={groupMessages.reporting}
          onReport={report.mutateAsync}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
