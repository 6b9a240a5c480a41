import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { REPORT_DETAILS_MAX } from '../../../../contract/limits.ts'
import { sketchMessages } from '../../../lib/messages/sketch.ts'
import { toast } from '../../../lib/toast.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useReportSketch } from '../queries.ts'
import styles from './ReportDialog.module.css'

type Flag = { name: string; label: string; applies: (sketch: ShownSketch) => boolean }

const FLAGS: readonly Flag[] = [
  { name: 'copyright', label: 'It copies someone else’s work', applies: () => true },
  { name: 'inappropriate', label: 'It breaks the community guidelines', applies: () => true },
  { name: 'mature', label: 'It is mature but not labelled', applies: (sketch) => !sketch.mature },
  { name: 'challengedq', label: 'It doesn’t fit its challenge', applies: (sketch) => sketch.challengeId !== null },
  { name: 'compodq', label: 'It doesn’t fit its compo', applies: (sketch) => sketch.compoKey !== null },
  { name: 'undeclaredAi', label: 'AI, not declared', applies: (sketch) => !sketch.madeWithAi },
  { name: 'notsketch', label: 'It isn’t a sketch', applies: () => true },
]

export function ReportDialog({ sketch, onClose }: { sketch: ShownSketch; onClose: () => void }) {
  const report = useReportSketch(sketch.id)
  const send = async (formData: FormData) => {
    const details = String(formData.get('details') ?? '').trim()
    const flags = FLAGS.filter(({ name }) => formData.has(name)).map(({ name }) => [name, true])
    if (flags.length === 0 && !details) return 'Choose a reason, or describe the problem.'
    await report.mutateAsync({ details, ...Object.fromEntries(flags) })
    toast(sketchMessages.reportThanks)
    return undefined
  }
  return (
    <FormDialog
      title="Report this sketch"
      submit="Report"
      onSubmit={send}
      failure={sketchMessages.reportFailed}
      onClose={onClose}
    >
      <fieldset className={styles.flags}>
        <legend className={styles.legend}>What’s wrong with it?</legend>
        {FLAGS.filter(({ applies }) => applies(sketch)).map(({ name, label }) => (
          <Checkbox key={name} name={name}>
            {label}
          </Checkbox>
        ))}
      </fieldset>
      <TextField label="Details" name="details" multiline maxLength={REPORT_DETAILS_MAX} />
    </FormDialog>
  )
}
