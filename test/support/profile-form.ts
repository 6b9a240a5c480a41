import type { ProfileForm, ProfileInfo } from '../../contract/http/edit-profile.ts'

/** The form of a profile with nothing but a nickname. */
export function profileInfoOf(nickname: string, fields: Partial<ProfileInfo> = {}): ProfileInfo {
  return { nickname, about: '', country: '', gender: '', website: '', avatar: null, cover: null, ...fields }
}

/** The form of a member with the settings of a new account. */
export function profileFormOf(nickname: string, fields: Partial<ProfileForm> = {}): ProfileForm {
  const settings = {
    email: '',
    showChat: true,
    showMature: false,
    showBirthday: false,
    showDevice: false,
    showStreak: true,
    timeZone: null,
    messagesFrom: 'everyone',
    emailExport: true,
    emailCompo: false,
    theme: null,
    emoticonId: null,
  } as const
  return { ...profileInfoOf(nickname), ...settings, ...fields }
}
