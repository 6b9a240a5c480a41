import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type EditProfileReply, editProfileBody, profileByStaff } from '../../../../contract/http/edit-profile.ts'
import { PRODUCT_NAME } from '../../../../contract/product.ts'
import { CallError } from '../../../lib/call.ts'
import { useFormEdits } from '../../../lib/form-edits.ts'
import { profileMessageOf } from '../../../lib/messages/profile.ts'
import { REASON_MISSING } from '../../../lib/messages/staff.ts'
import { profileDraftName } from '../../../lib/own-drafts.ts'
import { setTheme } from '../../../lib/theme.ts'
import { toast } from '../../../lib/toast.ts'
import { EditFoot } from '../../../ui/EditFoot.tsx'
import { focusById } from '../../../ui/focus.ts'
import { StaffReasonField } from '../../staff/StaffReasonField.tsx'
import { PatronFields } from './PatronFields.tsx'
import { AvatarPicker, CoverPicker, MeEmoticonPicker } from './PicturePickers.tsx'
import { PrivateSettingsFields } from './PrivateSettingsFields.tsx'
import styles from './ProfileForm.module.css'
import { ProfileInfoFields } from './ProfileInfoFields.tsx'
import { fieldsOf, type Problems, type ProfileFields, problemsOf, shownEdits, storedEdits } from './profile-fields.ts'
import { type EditPath, useSaveProfile } from './queries.ts'

/** Form of a profile; unsaved changes stay in this browser. */
export function ProfileForm({ path, profile }: { path: EditPath; profile: EditProfileReply }) {
  const navigate = useNavigate()
  const save = useSaveProfile(path)
  const [saved, setSaved] = useState(() => fieldsOf(profile))
  const stored = useFormEdits<ProfileFields>(profileDraftName(profile.id), storedEdits, saved)
  const { change, forget } = stored
  const edits = shownEdits(saved, stored.edits)
  const [isSending, setSending] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const form = useRef<HTMLFormElement>(null)
  useScrollToSection()
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])
  const fields = { ...saved, ...edits }
  const changed = Object.keys(edits).length > 0
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (!(profile.own || reason)) return setProblems({ reason: REASON_MISSING })
    // Sends only the edits: the other fields may have changed since this page was loaded.
    const parsed = profile.own ? editProfileBody.safeParse(edits) : profileByStaff.safeParse({ ...edits, reason })
    if (!parsed.success) return setProblems(problemsOf(parsed.error.issues))
    setSending(true)
    setProblems({})
    try {
      await save.mutateAsync(parsed.data)
      setSaved(fields)
      forget(stored.edits)
      if (profile.own && edits.theme) setTheme(edits.theme)
      toast('Profile updated')
      await navigate(`/user/${profile.id}`)
    } catch (error) {
      const field = error instanceof CallError ? error.field : undefined
      setProblems({ [field ?? 'form']: profileMessageOf(error) })
      setSending(false)
    }
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <h1>Edit profile</h1>
      {!profile.own && (
        <p className={styles.note}>This isn’t your profile. Your changes are recorded in the staff log.</p>
      )}
      <Section title={profile.own ? 'Your profile info' : 'Profile info'}>
        <ProfileInfoFields fields={fields} countries={profile.countries} problems={problems} onChange={change} />
      </Section>
      {profile.own && (
        <Section id="settings" title="Private settings">
          <PrivateSettingsFields fields={fields} profile={profile} problems={problems} onChange={change} />
        </Section>
      )}
      {profile.own && profile.userPro && (
        <Section title={`${PRODUCT_NAME} Patron`}>
          <PatronFields profile={profile} fields={fields} problems={problems} onChange={change} />
        </Section>
      )}
      <Section title={profile.own ? 'Your avatar' : 'Avatar'}>
        <AvatarPicker profile={profile} value={fields.avatar} onChange={(avatar) => change({ avatar })} />
      </Section>
      <Section title={profile.own ? 'Your profile cover' : 'Profile cover'}>
        <CoverPicker profile={profile} value={fields.cover} onChange={(cover) => change({ cover })} />
      </Section>
      {profile.own && profile.recentEmoticons.length > 0 && (
        <Section title="Your (me) emoticon">
          <MeEmoticonPicker
            profile={profile}
            value={fields.emoticonId ?? null}
            onChange={(emoticonId) => change({ emoticonId })}
          />
        </Section>
      )}
      {!profile.own && <StaffReasonField error={problems.reason} />}
      <EditFoot
        problem={problems.form ?? ''}
        hasChanges={changed}
        isSending={isSending}
        backTo={`/user/${profile.id}`}
      />
    </form>
  )
}

/** Scrolls to the section in the address, because the router looked for it before the form was there. */
function useScrollToSection(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(() => {
    if (!hash) return
    const show = () => focusById(hash.slice(1)) && document.getElementById(hash.slice(1))?.scrollIntoView()
    // After the layout has moved the focus to the page's heading.
    const frame = requestAnimationFrame(show)
    return () => cancelAnimationFrame(frame)
  }, [hash, key])
}

/** A section; `id` is that of its heading, to which addresses lead. */
function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  const ownId = useId()
  const headingId = id ?? ownId
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>{title}</h2>
      {children}
    </section>
  )
}
