import { CircleOff } from 'lucide-react'
import { useId } from 'react'
import type { EditProfileReply, OwnProfile } from '../../../../contract/http/edit-profile.ts'
import { profileCover, thumbnailPicture } from '../../../../contract/image-sizes.ts'
import { COVER } from '../../../../contract/limits.ts'
import { displayTitle } from '../../../../contract/text.ts'
import { Hidden } from '../../../ui/Hidden.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './PicturePickers.module.css'

type PickerProps = {
  profile: EditProfileReply
  /** The base address of the chosen picture; null for none. */
  value: string | null
  onChange: (value: string | null) => void
}

type Choice = { value: string | null; label: string; picture?: { src: string; srcSet: string; sizes?: string } }

/** Choice of an avatar: the present one, or one of the member's latest sketches. */
export function AvatarPicker({ profile, value, onChange }: PickerProps) {
  const sketches = profile.avatars.map(({ title, imageUrl }) => ({ value: imageUrl, label: displayTitle(title) }))
  const choices = withPresent(sketches, profile.userInfo.avatar).map((choice) => ({
    ...choice,
    picture: thumbnailPicture(choice.value, AVATAR_CELL),
  }))
  return (
    <>
      <Pictures label="Avatar" kind="avatar" choices={[NONE, ...choices]} value={value} onChange={onChange} />
      {sketches.length === 0 && <p className={styles.note}>Post a sketch to use it as your avatar.</p>}
    </>
  )
}

/** Choice of a cover: the present one, a generic one, or one of the member's sketches of that size. */
export function CoverPicker({ profile, value, onChange }: PickerProps) {
  const generic = profile.covers.map((address) => ({ value: address, label: nameOf(address) }))
  const sketches = profile.recentSketches.map(({ title, imageUrl }) => ({
    value: imageUrl,
    label: displayTitle(title),
  }))
  const choices = withPresent([...generic, ...sketches], profile.userInfo.cover).map((choice) => ({
    ...choice,
    picture: { ...profileCover(choice.value), sizes: '150px' },
  }))
  return (
    <>
      <Pictures label="Profile cover" kind="cover" choices={[NONE, ...choices]} value={value} onChange={onChange} />
      <p
        className={styles.note}
      >{`Your own sketches of ${COVER.width} × ${COVER.height} pixels can be covers, too.`}</p>
    </>
  )
}

type MeEmoticonPickerProps = {
  profile: OwnProfile
  /** The id of the chosen emoticon; null for none. */
  value: number | null
  onChange: (value: number | null) => void
}

/** Choice among the recent emoticons. */
export function MeEmoticonPicker({ profile, value, onChange }: MeEmoticonPickerProps) {
  const choices = profile.recentEmoticons.map(({ id, title, image }) => ({
    value: String(id),
    label: displayTitle(title),
    picture: thumbnailPicture(image, EMOTICON_CELL),
  }))
  return (
    <>
      <Pictures
        label="Emoticon"
        kind="emoticon"
        choices={[NONE, ...choices]}
        value={value === null ? null : String(value)}
        onChange={(id) => onChange(id === null ? null : Number(id))}
      />
      <p className={styles.note}>Type (me) in chat to show it.</p>
    </>
  )
}

/** Widths of cells in CSS pixels [2 §9]. */
const AVATAR_CELL = 50
const EMOTICON_CELL = 24

const NONE: Choice = { value: null, label: 'None' }

/** Adds the present picture if it is not among the offered ones. */
function withPresent(offered: readonly { value: string; label: string }[], present: string | null) {
  const isMissing = present !== null && offered.every(({ value }) => value !== present)
  return isMissing ? [{ value: present, label: 'As it is' }, ...offered] : offered
}

/** "Waves" for `/covers/waves.svg`. */
function nameOf(address: string): string {
  const name = /(\w+)\.svg$/.exec(address)?.[1] ?? ''
  return name.charAt(0).toUpperCase() + name.slice(1)
}

type PicturesProps = Omit<PickerProps, 'profile'> & {
  label: string
  kind: 'avatar' | 'cover' | 'emoticon'
  choices: readonly Choice[]
}

/** Radio group of pictures. */
function Pictures({ label, kind, choices, value, onChange }: PicturesProps) {
  const name = useId()
  return (
    <fieldset className={styles.pictures}>
      <legend>
        <Hidden>{label}</Hidden>
      </legend>
      {choices.map((choice) => (
        <label key={choice.value ?? ''} className={styles[kind]} title={choice.label}>
          <input type="radio" name={name} checked={choice.value === value} onChange={() => onChange(choice.value)} />
          {choice.picture ? (
            <>
              <img {...choice.picture} alt="" loading="lazy" />
              <Hidden>{choice.label}</Hidden>
            </>
          ) : (
            <span className={styles.none}>
              <Icon of={CircleOff} size={16} />
              <Hidden>{choice.label}</Hidden>
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
