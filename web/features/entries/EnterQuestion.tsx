import { countText } from '../../lib/format.ts'
import { entryMessages } from '../../lib/messages/entries.ts'
import { WorkTitle } from '../../ui/WorkTitle.tsx'

type Place = { id: number | string; title: string }
type EnterQuestionProps = {
  entries: readonly { title: string; challenge: Place | null; compo: Place | null }[]
}

/** "Enter Ebb in Low tide?", "Enter 3 sketches in 2 challenges and Way home?" */
export function EnterQuestion({ entries }: EnterQuestionProps) {
  const [first] = entries
  const isOne = first && entries.length === 1
  return (
    <>
      Enter {isOne ? <WorkTitle>{first.title}</WorkTitle> : countText(entries.length, 'sketch', 'sketches')} in{' '}
      {entryMessages.placesText(entries)}?
    </>
  )
}
