/** The business constants of the specification [1 §9], [2 §9], each once. */

export const UPLOAD_MAX_BYTES = 16_777_216
export const UPLOAD_MAX_SIDE = 4000
export const UPLOAD_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
/** Uploads that are not yet posted are kept this long. */
export const UPLOAD_RETENTION_HOURS = 24
/** So many of one member's uploads wait at most; the database's trigger counts by this as well. */
export const PENDING_UPLOADS_MAX = 200

/** Earlier versions of a sketch that are kept. */
export const VERSIONS_MAX = 20
/** A cover is exactly this large [1 §5]. */
export const COVER = { width: 2048, height: 506 }
export const VIDEO_TYPES = ['video/mp4', 'video/webm'] as const
export const HEARTS_PAGE_SIZE = 25

export const GALLERY_PAGE_SIZE = 25
/** A ranked list (trending, tops) holds so many sketches. */
export const RANKED_MAX = 1000
/** Pages that can be named by number; following cursors goes on without end. */
export const PAGES_MAX = 40
export const COMMENTS_PAGE_SIZE = 10
export const FANS_PAGE_SIZE = 25
/** `count=all` answers at most this many comments in one reply. */
export const COMMENTS_ALL_MAX = 500

export const TITLE_MAX = 64
export const DESCRIPTION_MAX = 1024
export const ALT_TEXT_MAX = 500
export const TAG_MAX = 32
export const TAGS_PER_SKETCH_MAX = 20
export const COMMENT_MAX = 2000
export const MOTD_MAX = 280
export const ALBUM_TITLE_MAX = 64
export const ALBUM_DESCRIPTION_MAX = 1024
/** Albums, and as many collections, that one sketch can be in; the database's triggers count by this as well. */
export const ALBUMS_PER_SKETCH_MAX = 10
export const REPORT_DETAILS_MAX = 1024
export const STAFF_REASON_MAX = 500
/** What staff note to a ban for one another. */
export const BAN_NOTES_MAX = 1024
/** A comment may be changed by its author for so long. */
export const COMMENT_EDIT_MINUTES = 15
export const NICKNAME_MIN = 2
export const NICKNAME_MAX = 24
/** Nobody younger may open an account. */
export const MEMBER_MIN_AGE = 13

/** The database's triggers count by these as well; tests hold them together. */
export const HEARTS_AT_START = 5
export const GLOPS_PER_HEART = 150
export const GLOPS_HEART = 10
export const GLOPS_RULES = 1
export const GLOPS_FEATURE = 50
export const GLOPS_CHALLENGE = 2
/** What a member who may feature can feature in a month of the calendar. */
export const STARS_PER_MONTH = 5

/** How often the home page looks for what is new, while it is seen. */
export const HOME_REFRESH_MS = 60_000
export const READ_CACHE_MS = 5000
export const RETRY_DELAY_MS = 250
export const SPINNER_DELAY_MS = 1500
/** What is the same for all visitors may be this old. */
export const VISITOR_CACHE_SECONDS = 5

/** Of a search: letters of what is typed, conditions that are heeded, colours that are chosen. */
export const SEARCH_MAX = 200
export const SEARCH_TERMS_MAX = 16
export const SEARCH_COLOURS_MAX = 5
/** A page of artists. */
export const ARTISTS_PAGE_SIZE = 50
/** So many of today's birthdays the home page shows. */
export const BIRTHDAYS_ON_HOME = 10
/** So many tags a member follows at most; the database's trigger counts by this as well. */
export const TAGS_FOLLOWED_MAX = 100

export const NOTIFICATIONS_PAGE_SIZE = 25
/** So many notices of a category a member keeps at most, and none longer; the database's trigger counts by the first. */
export const NOTIFICATIONS_PER_CATEGORY_MAX = 500
export const NOTIFICATION_RETENTION_DAYS = 90
/** Unread uploads are counted up to here. */
export const UPLOADS_UNREAD_MAX = 99
/** Settings name so many muted sketches and profiles. */
export const MUTED_LIST_MAX = 100
/** Of the content library: a page, the title of a brush, the path of a category, categories that are listed. */
export const CONTENT_PAGE_SIZE = 25
export const BRUSH_TITLE_MAX = 64
export const CONTENT_PATH_MAX = 100
export const CONTENT_CATEGORIES_MAX = 100
/** The picture of a brush's stroke is this large. */
export const BRUSH_PREVIEW = { width: 480, height: 240 }
/** Continuations of a co-op sketch that its outline shows. */
export const COOP_TREE_MAX = 200

/** Of chat: lines that a page keeps, letters of a line, of a topic, of a channel's name. */
export const CHAT_HISTORY_LINES = 50
export const CHAT_LINE_MAX = 500
export const CHAT_TOPIC_MAX = 200
export const CHANNEL_MAX = 32
/** A time stands above a line that comes so long after the one before it. */
export const CHAT_TIME_DIVIDER_MS = 600_000
/** An announcement stands so long above the lines. */
export const ANNOUNCEMENT_MS = 10_000
/** One's own line can be changed or deleted for so long. */
export const CHAT_EDIT_MINUTES = 5
/** So long a socket may take to connect, and so often it is tried again. */
export const SOCKET_CONNECT_MS = 2500
export const SOCKET_RETRIES = 64
/** The badge of the chat box counts up to here, then shows "+". */
export const CHAT_BADGE_MAX = 9
/** So many of those who are in a room are named; of more, the first and a count. */
export const CHAT_USER_LIST_MAX = 100
/** A room that nobody entered for so long forgets its lines. */
export const CHAT_RETENTION_DAYS = 30
/** So many rooms stand at most that one member opened. */
export const OWN_CHANNELS_MAX = 10
/** Of a room's filter: words, and letters of one. */
export const CHAT_FILTER_WORDS_MAX = 200
export const CHAT_FILTER_WORD_MAX = 40

/** The whiteboard, in pixels; what scrolls out of it at once, and how much drawing lies between [decisions, Whiteboard]. */
export const BOARD = { width: 700, height: 525 }
export const BOARD_SLICE_WIDTH = 100
export const BOARD_SCROLL_MINUTES = 10
export const BOARD_SLICES_MAX = 48
/** So long the board takes to slide by a slice. */
export const BOARD_SLIDE_MS = 1000
/** Sizes of the pen in pixels, and of the pixel brush. */
export const PEN_SIZE = { min: 1, max: 50 }
export const PIXEL_SIZES = [4, 8, 16, 32, 64] as const
/** A page gathers what is drawn for so long before it sends it. */
export const BOARD_FLUSH_MS = 250

/** Of streams [2 §9]: seconds between still frames where pictures cannot be coded, realtime audio, and interpolation. */
export const STREAM_DEFAULTS = { rate: 0.1, realtimeAudio: true, interpolation: 0 }
/** A key frame comes at least so often. */
export const KEY_FRAME_INTERVAL_MS = 4000
/** A stream lasts for so long at most. */
export const STREAM_MAX_MS = 86_400_000
/** A publisher of whom nothing was heard for so long is gone, whatever their socket seems to be. */
export const PUBLISHER_TIMEOUT_MS = 15_000
/** A publisher who is gone comes back within this, or the stream ends. */
export const STREAM_RESUME_WINDOW_MS = 30_000
/** Previews in lists are made so often. */
export const STREAM_PREVIEW_INTERVAL_MS = 10_000
/** So many chapters a replay has at most, and letters one's title. */
export const CHAPTERS_MAX = 100
export const CHAPTER_TITLE_MAX = 64
/** Streams and replays of a page. */
export const STREAMS_PAGE_SIZE = 25
/** So many live streams the home page shows. */
export const STREAMS_ON_HOME = 5
/** A stream is announced for so far ahead at most. */
export const STREAM_ANNOUNCE_MAX_DAYS = 90
/** So many streams one member has announced at most. */
export const ANNOUNCED_STREAMS_MAX = 10
/** A recording that its artist has not decided on is kept for so long. */
export const RECORDING_RETENTION_DAYS = 7

/** Challenges of a page. */
export const CHALLENGES_PAGE_SIZE = 50
/** So many of the latest the home page shows [1 §7]. */
export const CHALLENGES_ON_HOME = 2
/** So many suggestions of one member wait at most; so many wait to be read by staff at once; so many are in the queue. */
export const PENDING_SUGGESTIONS_MAX = 10
export const SUGGESTIONS_PAGE_SIZE = 100
export const CHALLENGE_QUEUE_MAX = 366
