import { Flag } from 'lucide-react'
import { useState } from 'react'
import type { GroupInfo } from '../../../contract/http/groups.ts'
import { REPORT_DETAILS_MAX } from '../../../contract/limits.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { peopleMessages } from '../../lib/messages/people.ts'
import { useRequireLogin } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useReportGroup } from './queries.ts'

/** Reports the group to the gloperators; not for its owner. */
export function ReportGroupButton({ group }: { group: GroupInfo }) {
  const report = useReportGroup(group.id)
  const requireLogin = useRequireLogin()
  const [isOpen, setOpen] = useState(false)
  if (group.role === 'owner') return null
  const send = async (form: FormData) => {
    await report.mutateAsync(String(form.get('details') ?? '').trim())
    toast(peopleMessages.reported)
    return undefined
  }
  return (
    <div>
      <Button icon={Flag} onClick={() => requireLogin(() => setOpen(true))}>
        Report
      </Button>
      {isOpen && (
        <FormDialog
          title={`Report ${group.title}?`}
          submit="Report"
          onSubmit={send}
          failure={peopleMessages.reportFailed}
          onClose={() => setOpen(false)}
        >
          <FormHint>{groupMessages.reporting}</FormHint>
          <TextField multiline name="details" label="What’s wrong? (optional)" maxLength={REPORT_DETAILS_MAX} />
        </FormDialog>
      )}
    </div>
  )
}
