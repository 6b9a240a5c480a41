import type { AlbumInfo, AlbumSketch } from '../../../contract/http/albums.ts'
import type { AppealItem } from '../../../contract/http/appeals.ts'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import type { ChallengePageReply } from '../../../contract/http/challenges.ts'
import type { CompoInfo } from '../../../contract/http/compos.ts'
import type { EditFields } from '../../../contract/http/edit-sketch.ts'
import type { NotificationItem } from '../../../contract/http/notifications.ts'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import type { SketchItem } from '../../../contract/http/sketches.ts'

export type ListOf<Item> = { items: readonly Item[]; done: boolean; cursor: string }

const DATE = '20260614000000'

export const sampleUser = (fields: Partial<CurrentUser> = {}): CurrentUser => ({
  id: 1,
  nickname: 'Mira',
  avatar: null,
  mature: false,
  showChat: true,
  timeZone: null,
  theme: null,
  flags: '',
  gloperator: false,
  heartsAvailable: 5,
  unreadMessages: 0,
  unread: 0,
  chatId: null,
  ...fields,
})

export const sampleSketch = (fields: Partial<SketchItem> = {}): SketchItem => ({
  id: 7,
  imageUrl: '/image/7',
  title: 'Ebb',
  alt: 'A beach',
  userId: 1,
  nickname: 'Mira',
  avatar: null,
  width: 600,
  height: 400,
  thumbhash: '',
  mat: null,
  featured: false,
  hearts: 0,
  likes: 0,
  comments: 0,
  dateCreated: DATE,
  unlisted: false,
  mature: false,
  video: false,
  compoPlace: null,
  ...fields,
})

/** The saved fields of the edit form. */
export const sampleEditBody = (fields: Partial<EditFields> = {}): EditFields => ({
  title: 'Ebb',
  description: '',
  altText: '',
  tags: [],
  privacy: 'public',
  mature: false,
  madeWithAi: false,
  angle: 0,
  mat: null,
  parentSketchId: null,
  video: false,
  file: false,
  privateFile: false,
  watermark: false,
  ...fields,
})

/** A sketch on its own page, as its artist sees it. */
export const sampleShownSketch = (fields: Partial<ShownSketch> = {}): ShownSketch => ({
  ...sampleSketch(),
  hidden: false,
  notice: null,
  isFanOf: false,
  linkKey: null,
  description: '',
  tags: [],
  madeWithAi: false,
  aiByStaff: false,
  marksByStaff: null,
  decisionCase: null,
  deletionDate: null,
  creatorGlops: 0,
  heartsReceived: 0,
  rateRules: 0,
  ratePiggy: null,
  viewCount: 0,
  device: null,
  userHeart: false,
  userCanHeart: false,
  userCanDelete: true,
  userCanEdit: true,
  imagePng: '/sketch/7.png',
  videoUrl: null,
  haveFile: false,
  privateFile: false,
  hasStats: false,
  userRating: null,
  userCanFeature: false,
  starsAvailable: null,
  featuredBy: null,
  featuredByName: null,
  featuredDate: null,
  coOpId: null,
  challengeId: null,
  compoKey: null,
  compoTitle: null,
  compoState: null,
  awardCategories: [],
  nominationsYear: null,
  compoPlace: null,
  compoInvite: null,
  challengeTitle: null,
  groups: [],
  repost: null,
  parent: null,
  wips: [],
  replay: null,
  more: [],
  similar: [],
  ...fields,
})

export const sampleChallengeItem = (fields: Partial<ChallengeItem> = {}): ChallengeItem => ({
  id: 3,
  title: 'Low tide',
  date: DATE,
  entries: 0,
  thumbnail: null,
  ...fields,
})

/** The page of the only challenge, without entries. */
export const sampleChallenge = (fields: Partial<ChallengePageReply> = {}): ChallengePageReply => ({
  ...sampleChallengeItem(),
  description: '',
  group: null,
  canEnter: true,
  canEdit: false,
  user: null,
  sketches: { items: [], done: true, cursor: '' },
  own: [],
  prev: null,
  next: null,
  ...fields,
})

/** The page of an open compo, without entries. */
export const sampleCompo = (fields: Partial<CompoInfo> = {}): CompoInfo => ({
  id: 'way-home',
  title: 'Way home',
  thumbnail: null,
  state: 'open',
  startDate: DATE,
  endDate: '29990101000000',
  endVotingDate: '29990108000000',
  entries: 0,
  canEnter: true,
  group: null,
  description: '',
  infos: [],
  entriesPerMember: 1,
  canVote: false,
  hasVoted: false,
  judged: null,
  commentCount: 0,
  compoId: 6,
  apiKey: 'way-home',
  own: [],
  result: null,
  ...fields,
})

export const sampleAlbum = (fields: Partial<AlbumInfo> = {}): AlbumInfo => ({
  id: 5,
  title: 'By the sea',
  description: '',
  thumbnail: null,
  items: 0,
  views: 0,
  mode: 0,
  userId: 1,
  nickname: 'Mira',
  avatar: null,
  dateCreated: DATE,
  canEdit: true,
  ...fields,
})

export const sampleAlbumSketch = (fields: Partial<AlbumSketch> = {}): AlbumSketch => ({
  ...sampleSketch(),
  hidden: false,
  ...fields,
})

export const sampleAppeal = (fields: Partial<AppealItem> = {}): AppealItem => ({
  id: 3,
  member: { id: 4, nickname: 'Mira' },
  text: 'It is my own sketch.',
  date: DATE,
  caseId: 8,
  kind: 'sketch',
  title: 'Harbour',
  action: 'violation',
  reason: 'Copying without credit.',
  duration: null,
  dateDecided: DATE,
  deciderId: 2,
  outcome: null,
  answer: '',
  dateClosed: null,
  ...fields,
})

/** An unread comment on a sketch, without its text. */
export const sampleNotification = (fields: Partial<NotificationItem> = {}): NotificationItem => ({
  id: 1,
  category: 'comments',
  actor: { id: 2, nickname: 'Mira', avatar: null },
  count: 1,
  sketch: { id: 3, linkKey: null, title: 'Low tide', imageUrl: null },
  profile: null,
  comment: null,
  chat: null,
  offeredRoom: null,
  topic: null,
  group: null,
  compo: null,
  compoNotice: null,
  decision: null,
  groupRequest: null,
  groupRole: null,
  stream: null,
  challenge: null,
  gift: null,
  declinedIdea: null,
  note: null,
  award: null,
  staff: null,
  isReply: false,
  date: DATE,
  read: false,
  muted: false,
  ...fields,
})
