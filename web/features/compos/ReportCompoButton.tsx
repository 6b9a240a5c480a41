import type { CompoInfo } from '../../../contract/http/compos.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { ReportButton } from '../../ui/ReportButton.tsx'
import { useMayEdit } from './EditCompoButton.tsx'
import { useReportCompo } from './queries.ts'

/** Button that reports the compo of a group to the gloperators. Members who may edit the compo do not see it. */
export function ReportCompoButton({ compo }: { compo: CompoInfo }) {
  const report = useReportCompo(compo.id)
  const mayEdit = useMayEdit(compo)
  if (!compo.group || mayEdit) return null
  return <ReportButton title={compo.title} hint={compoMessages.reporting} onReport={report.mutateAsync} />
}
