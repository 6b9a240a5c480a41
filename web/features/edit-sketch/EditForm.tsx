import { RotateCcw, RotateCw } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import {
  type Angle,
  ARTIST_FIELDS,
  type EditBody,
  type EditFields,
  type EditReply,
  editFields,
} from '../../../contract/http/edit-sketch.ts'
import { containPicture } from '../../../contract/image-sizes.ts'
import type { Mat } from '../../../contract/mat.ts'
import { displayTitle } from '../../../contract/text.ts'
import { watermarkLine } from '../../../contract/watermark.ts'
import { type Edits, useFormEdits } from '../../lib/form-edits.ts'
import { ownerMessageOf } from '../../lib/messages/sketch-owner.ts'
import { REASON_MISSING } from '../../lib/messages/staff.ts'
import { editDraftName } from '../../lib/own-drafts.ts'
import { useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { EditFoot } from '../../ui/EditFoot.tsx'
import { focusField } from '../../ui/focus.ts'
import { Hairline } from '../../ui/Hairline.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import { matStyle } from '../../ui/Picture.tsx'
import { StaffReasonField } from '../staff/StaffReasonField.tsx'
import { MatField } from '../uploads/MatField.tsx'
import { SketchTextForm } from '../uploads/SketchTextForm.tsx'
import styles from './EditForm.module.css'
import { FileFields } from './FileFields.tsx'
import { useIsUploading } from './FileUploadButton.tsx'
import { ParentField } from './ParentField.tsx'
import { Pictures } from './Pictures.tsx'
import { useSaveEdit } from './queries.ts'
import { drawWatermark } from './watermark.ts'

const storedEdits = z.partial(editFields)
const NOT_BY_STAFF = Object.fromEntries(ARTIST_FIELDS.map((name) => [name, undefined]))

/** Form of the edit page; unsaved changes stay in this browser. */
export function EditForm({ sketch }: { sketch: EditReply }) {
  const navigate = useNavigate()
  const user = useUser()
  const stored = useFormEdits(editDraftName(user?.id ?? 0, sketch.id), storedEdits, sketch.fields)
  const { change, forget } = stored
  const edits = shownEdits(sketch, stored.edits)
  const save = useSaveEdit(sketch.id)
  const isUploading = useIsUploading()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const [reasonProblem, setReasonProblem] = useState<string>()
  const line = watermarkLine(sketch.watermarkName, new Date().getFullYear())
  const fields: EditFields = { ...sketch.fields, ...edits }
  const changed = Object.keys(edits).length > 0
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending || isUploading) return
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    setProblem('')
    setReasonProblem(sketch.own || reason ? undefined : REASON_MISSING)
    if (!(sketch.own || reason)) return focusField(event.currentTarget, 'reason')
    setSending(true)
    // Sends only the edits: the other fields may have changed since this page was loaded.
    try {
      await save.mutateAsync(await withWatermark(sketch.own ? edits : { ...edits, ...NOT_BY_STAFF, reason }))
      forget(stored.edits)
      toast('Sketch updated')
      await navigate(`/sketch/${sketch.id}`)
    } catch (error) {
      setProblem(ownerMessageOf('edit', error))
    } finally {
      // The question before leaving may keep the member here.
      setSending(false)
    }
  }
  const withWatermark = async (given: EditBody): Promise<EditBody> =>
    given.watermark && !sketch.fields.watermark
      ? { ...given, watermarkPicture: await drawWatermark(sketch.watermarkName) }
      : given
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <h1>Edit sketch</h1>
      {!sketch.own && (
        <p className={styles.note}>
          This isn’t your sketch. Your changes are recorded in the staff log. You can mark it as mature or as made with
          AI on <Link to={`/sketch/${sketch.id}`}>its page</Link>.
        </p>
      )}
      <RotateField sketch={sketch} angle={fields.angle} mat={fields.mat} onTurn={(angle) => change({ angle })} />
      {sketch.fields.mat && <MatField value={fields.mat ?? sketch.fields.mat} onChange={(mat) => change({ mat })} />}
      <SketchTextForm
        text={{ ...fields, unlisted: fields.privacy === 'unlisted' }}
        config={{ showMature: sketch.showMature, tags: [] }}
        asksAboutAi={sketch.own}
        onChange={({ unlisted, madeWithAi, ...text }) =>
          change({
            ...text,
            ...(unlisted !== undefined && { privacy: unlisted ? 'unlisted' : 'public' }),
            ...(typeof madeWithAi === 'boolean' && { madeWithAi }),
          })
        }
      />
      {sketch.own && (
        <>
          <ParentField
            sketchId={sketch.id}
            value={fields.parentSketchId}
            onChange={(parentSketchId) => change({ parentSketchId })}
          />
          <FileFields sketch={sketch} fields={fields} onChange={change} />
        </>
      )}
      {hasField(sketch, fields, 'privateFile') && (
        <Checkbox
          hint="Only you can download it"
          checked={fields.privateFile}
          onChange={(event) => change({ privateFile: event.target.checked })}
        >
          Private sketch file
        </Checkbox>
      )}
      {hasField(sketch, fields, 'watermark') && (
        <Checkbox
          hint={`Adds “${line}” at the lower right of the picture, but not to the PNG you download`}
          checked={fields.watermark}
          onChange={(event) => change({ watermark: event.target.checked })}
        >
          Watermark
        </Checkbox>
      )}
      {sketch.own && (
        <>
          <Hairline />
          <Pictures sketch={sketch} onPicture={() => change({ angle: undefined })} />
        </>
      )}
      {!sketch.own && <StaffReasonField error={reasonProblem} />}
      <EditFoot
        problem={problem}
        hasChanges={changed}
        isUploading={isUploading}
        isSending={isSending}
        backTo={`/sketch/${sketch.id}`}
      />
    </form>
  )
}

type OptionalField = 'mat' | 'privateFile' | 'watermark'

/** True if the form of a sketch has a field that others lack. */
function hasField(sketch: EditReply, { file }: Pick<EditFields, 'file'>, field: OptionalField): boolean {
  switch (field) {
    case 'mat':
      return sketch.fields.mat !== null
    case 'privateFile':
      return sketch.userPro && sketch.fileBytes !== null && file
    case 'watermark':
      return sketch.userPro || (sketch.own && sketch.fields.watermark)
  }
}

/** Leaves out stored edits of fields that are no longer in the form. The site would refuse them. */
export function shownEdits(sketch: EditReply, edits: Edits<EditFields>): Edits<EditFields> {
  const fields = { ...sketch.fields, ...edits }
  const hidden = (['mat', 'privateFile', 'watermark'] as const).filter((field) => !hasField(sketch, fields, field))
  return Object.fromEntries(Object.entries(edits).filter(([field]) => !hidden.some((name) => name === field)))
}

const SIDE = 320

/** Preview of the picture with buttons that rotate it by 90 degrees. */
export function RotateField({
  sketch,
  angle,
  mat,
  onTurn,
}: {
  sketch: EditReply
  angle: Angle
  mat: Mat | null
  onTurn: (angle: Angle) => void
}) {
  const turn = (by: 90 | 270) => onTurn(((angle + by) % 360) as Angle)
  return (
    <div>
      <div className={styles.preview}>
        <img
          {...containPicture(sketch, { width: SIDE, height: SIDE })}
          alt={`Preview of ${displayTitle(sketch.fields.title)}`}
          style={{ ...matStyle(mat), rotate: `${angle - sketch.fields.angle}deg` }}
        />
      </div>
      <div className={styles.rotateButtons}>
        <IconButton bordered icon={RotateCcw} aria-label="Turn left" onClick={() => turn(270)} />
        <IconButton bordered icon={RotateCw} aria-label="Turn right" onClick={() => turn(90)} />
        <Hidden role="status">{angle === sketch.fields.angle ? '' : `Turned to ${angle} degrees`}</Hidden>
      </div>
    </div>
  )
}
