/**
 * Constants of the specification [1 §9], [2 §9]. Triggers of the database repeat those marked "in triggers"; tests
 * compare both.
 */

// Uploads, files and storage

export const UPLOAD_MAX_BYTES = 16_777_216
export const UPLOAD_MAX_SIDE = 4000
export const UPLOAD_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
/** Pending uploads expire after this. */
export const UPLOAD_RETENTION_HOURS = 24
/** Pending uploads of one member (in triggers). */
export const PENDING_UPLOADS_MAX = 200
/**
 * Bytes of everything that one member keeps: sketches with their versions, videos and files, pending uploads and
 * recordings. 50 GB, or 3,200 of the largest pictures.
 */
export const STORAGE_MAX_BYTES = 53_687_091_200
export const VERSIONS_MAX = 20
/** Exact size of a profile cover [1 §5]. */
export const COVER = { width: 2048, height: 506 }
/** Types of the video file of a sketch. */
export const VIDEO_TYPES = ['video/mp4', 'video/webm'] as const
/** Longest video of a sketch. The specification has no limit; longer ones are errors of the file. */
export const VIDEO_MAX_HOURS = 24

// Sketches

export const TITLE_MAX = 64
export const DESCRIPTION_MAX = 1024
export const ALT_TEXT_MAX = 500
export const TAG_MAX = 32
export const TAGS_PER_SKETCH_MAX = 20
/** Tags that one member follows (in triggers). */
export const TAGS_FOLLOWED_MAX = 100
export const HEARTS_PAGE_SIZE = 25
/** Changes of one rating. */
export const RATING_CHANGES_MAX = 5
/** Continuations that the outline of a co-op sketch shows. */
export const COOP_TREE_MAX = 200
/** Opened links to unlisted sketches that a browser remembers. */
export const LINKS_REMEMBERED = 20

// Lists and search

export const GALLERY_PAGE_SIZE = 25
/** Length of a ranked list (trending, tops). */
export const RANKED_MAX = 1000
/** Sketches that a page of recent sketches of groups skips by `offset`. Later pages are read by cursor. */
export const RECENTS_OFFSET_MAX = 200
/** Highest page number. Cursors can go beyond it. */
export const PAGES_MAX = 40
export const ARTISTS_PAGE_SIZE = 50
/** Artists who posted recently, and the latest sketches of each, on the artists page. */
export const LATEST_ARTISTS_MAX = 12
export const LATEST_SKETCHES_MAX = 4
export const BIRTHDAYS_ON_HOME = 10
/** Longest search query, in characters. */
export const SEARCH_QUERY_MAX = 200
export const SEARCH_TERMS_MAX = 10
export const SEARCH_COLOURS_MAX = 5
/** Suggestions of each kind while a search is typed. */
export const SEARCH_SUGGESTIONS_MAX = 5

// Albums

export const ALBUM_TITLE_MAX = 64
export const ALBUM_DESCRIPTION_MAX = 1024
/** Albums and collections of one member. */
export const ALBUMS_PER_MEMBER_MAX = 1000
/** Albums of one member per sketch, and separately collections (in triggers). */
export const ALBUMS_PER_SKETCH_MAX = 10
/** Sketches of one album or collection. */
export const ALBUM_SKETCHES_MAX = 10_000

// Comments

export const COMMENTS_PAGE_SIZE = 10
/** Most comments in a reply to `count=all`, which reads up to 26 rows for each. */
export const COMMENTS_ALL_MAX = 200
/** Earlier answers that a page of comments repeats from each thread that began on an older page. */
export const THREAD_CONTEXT_MAX = 20
/** Earlier answers that a page of comments repeats in all. */
export const CONTEXT_ANSWERS_MAX = 50
/** Mentions in the comments of a page, and in those that it repeats, that are shown as mentions. */
export const MENTIONS_NAMED_MAX = 500
export const COMMENT_MAX = 2000
export const COMMENT_EDIT_MINUTES = 15
/** Length of all names, in characters, in a request for the members that a text mentions. */
export const MENTIONED_NAMES_MAX = 300

// Messages

/** Threads of messages in a list, and posts of a thread [2 §9]. */
export const MESSAGES_PAGE_SIZE = 25
export const POSTS_PAGE_SIZE = 50
export const SUBJECT_MAX = 100
export const MESSAGE_MAX = 4000

// Forum

/** Topics of the forum in a list. A topic shows `POSTS_PAGE_SIZE` posts on a page. */
export const TOPICS_PAGE_SIZE = 25
export const TOPIC_TITLE_MAX = 120
export const FORUM_POST_MAX = 8000
/** Characters of a quoted post that are shown. */
export const QUOTE_MAX = 300
export const FORUM_CATEGORIES_MAX = 30
export const CATEGORY_NAME_MAX = 40
export const CATEGORY_DESCRIPTION_MAX = 160

// Members

export const NICKNAME_MIN = 2
export const NICKNAME_MAX = 24
/** Length of the key of a nickname (`nicknameKey`), in which some letters are several. */
export const NICKNAME_KEY_MAX = 48
export const MEMBER_MIN_AGE = 13
export const ABOUT_MAX = 1024
export const WEBSITE_MAX = 200
/** Longest web address of a patron [2 §9]. */
export const SLUG_MAX = 50
/** Longest name in a watermark. */
export const WATERMARK_NAME_MAX = 40
/** Days between two changes of a member's time zone. */
export const TIME_ZONE_CHANGE_DAYS = 7
/** Own sketches offered as avatar, and as cover. */
export const OFFERED_AVATARS_MAX = 24
export const OFFERED_COVERS_MAX = 12
/** Recent emoticons that a member keeps. */
export const EMOTICONS_MAX = 12
export const FANS_PAGE_SIZE = 25
/** Longest note of an artist to all fans. */
export const FAN_NOTE_MAX = 280
export const FAN_NOTE_INTERVAL_HOURS = 24
/** Artists of whom one member is a fan. */
export const FOLLOWED_PER_MEMBER_MAX = 5000
/** Members whom one member blocks. */
export const BLOCKS_PER_MEMBER_MAX = 1000
/** Members whom a member blocked, and separately who blocked this member, that counts of sketches leave out. */
export const BLOCKS_COUNTED_MAX = 100
/**
 * Sketches of blocked members that the count of one group, challenge, compo or collection leaves out, and own mature
 * sketches that it adds for members who do not see those of others.
 */
export const HIDDEN_ENTRIES_COUNTED_MAX = 50

// New members

/** A member is new for this time, unless they received this many hearts before. */
export const NEW_MEMBER_DAYS = 7
export const NEW_MEMBER_HEARTS = 5
/**
 * Limits that grow when a member is no longer new. A day is 24 hours; what is counted by the hour counts until its hour is
 * a day ago. Posts and topics are those of the forum.
 * - A first message begins a thread with another member. Links in its subject count, too. `messagesPerDay` counts first
 *   messages and replies.
 * - An owner's act is an act of the owner or a helper of a room, or of the owner or a moderator of a group, that is
 *   written to the audit log. Acts that a room refuses count, too.
 * - `groupEventsPerDay` counts rows of a member in `group_activity`.
 * - Uploads count before their bytes are read. Uploads and comments count also after they were deleted.
 * - Edits are those of sketches, co-ops, streams and their chapters, comments, posts, nickname, avatar and the text of a
 *   profile, sketches chosen as avatar, cover or emoticon, restored versions of sketches, and the ends of blocks and of
 *   being a fan. Some count as several (`UNBLOCK_EDITS`, `VISIBILITY_EDITS`, `SKETCHES_PER_CO_OP_EDIT`). `fansPerDay`
 *   counts artists of whom a member became a fan.
 * - Chat lines are those of all rooms, with edits and lines that wait for a review, counted in blocks of
 *   `CHAT_LINES_PER_BLOCK`.
 * - `ratingsPerDay` counts new ratings and changes of ratings.
 * - `pngsPerDay` counts PNGs that are made for artists and staff, not those that are still at the edge.
 * - `albumAddsPerDay` counts sketches added to albums and collections, new ones included, also those removed since, and
 *   moved in them. Each writes ten rows and index entries, or many more if positions are spread.
 */
export const MEMBER_LIMITS = {
  uploadsPerDay: { new: 30, other: 200 },
  linksPerComment: { new: 2, other: 10 },
  firstMessagesPerDay: { new: 5, other: 30 },
  linksPerFirstMessage: { new: 1, other: 10 },
  messagesPerDay: { new: 100, other: 1000 },
  topicsPerDay: { new: 3, other: 20 },
  postsPerDay: { new: 30, other: 300 },
  linksPerPost: { new: 2, other: 20 },
  ownerActsPerDay: { new: 100, other: 300 },
  streamsPerDay: { new: 10, other: 50 },
  commentsPerDay: { new: 100, other: 1000 },
  editsPerDay: { new: 100, other: 1000 },
  groupEventsPerDay: { new: 100, other: 300 },
  fansPerDay: { new: 100, other: 500 },
  chatLinesPerDay: { new: 1000, other: 2000 },
  ratingsPerDay: { new: 100, other: 300 },
  pngsPerDay: { new: 50, other: 200 },
  albumAddsPerDay: { new: 1000, other: 5000 },
} as const

/**
 * An unblock of a member with a common thread counts as this many edits, because a block and its end write all threads
 * of the two members. Without one it counts as one edit.
 */
export const UNBLOCK_EDITS = 20
/**
 * An edit that changes the privacy of a sketch, or if it is mature, counts as this many edits, because it writes the
 * entries of all albums, collections, groups and compos that have the sketch.
 */
export const VISIBILITY_EDITS = 5
/**
 * The start of a co-op counts as a further edit for each so many sketches that join it, up to `CO_OP_JOINING_COUNTED`,
 * because each of them is written, and again when its first sketch is deleted.
 */
export const SKETCHES_PER_CO_OP_EDIT = 100
/** A start with more joining sketches counts no more edits, so that it stays possible once a day. */
export const CO_OP_JOINING_COUNTED = 99_000

/**
 * Bytes of the texts that one member writes in a day: comments, messages and posts of the forum, with each edit of
 * them, and edits of sketches, co-ops and compos. The numbers above allow many texts, but not that all are of the
 * greatest length.
 */
export const TEXT_BYTES_PER_DAY = 1_000_000

// Sign-in, mail and leaving

/** Open sessions of one member. A further one ends the session that was used longest ago. */
export const SESSIONS_PER_MEMBER_MAX = 50
/** Passkeys of one member. */
export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_MAX = 40
/** Backup codes that are made at once. */
export const BACKUP_CODES = 10
/** Attempts with a backup code for one nickname in an hour. Further wrong ones are refused as too many. */
export const BACKUP_CODE_ATTEMPTS_PER_HOUR = 20
/**
 * Mails that ask to confirm an address, of one member and to one address, in a day (in triggers). Further ones to the
 * address are not sent, and any of those sent confirms it for the logged-in member who entered it.
 */
export const CONFIRM_MAILS_PER_DAY = 5
/** Recovery mails to one address in an hour. */
export const RECOVERY_MAILS_PER_HOUR = 3
/**
 * Mails to one member in an hour about changes and uses of their login methods. One more says that there were others.
 */
export const SIGN_IN_MAILS_PER_HOUR = 5
/** Mails of one kind that a member can switch off, to one member in a day. Further ones are left out. */
export const OPTIONAL_MAILS_PER_DAY = 50
export const FAILED_MAILS_PAGE_SIZE = 25
/** Largest zip of an export, and most files in it: a request makes at most a thousand calls, one for each file. */
export const EXPORT_PART_MAX_BYTES = 2_000_000_000
export const EXPORT_PART_MAX_FILES = 800
/** Downloads of an export for each of its parts, resumed ones and requests for headers alone included. */
export const EXPORT_DOWNLOADS_PER_PART = 50
/** Time for which an export can be downloaded. */
export const EXPORT_HOURS = 24
/** Time between the request to delete an account and its deletion. The member can cancel it until then. */
export const DELETION_DELAY_DAYS = 7
/** Staff can restore a sketch that they deleted for this time. */
export const SKETCH_RESTORE_DAYS = 7
/** Views by members are deleted after this time. */
export const MEMBER_VIEW_DAYS = 30
/**
 * Views of sketches and albums that count for one member, or all visitors of one IPv4 address or IPv6 line (/48), in a
 * day of UTC. Whatever is opened after them is shown, but does not count.
 */
export const VIEWS_PER_DAY = 5000
/**
 * Sizes of pictures that are made for one member, or all visitors of one IPv4 address or IPv6 line (/48), in a day of
 * UTC. Each is paid (ten dollars for all), and kept for everybody. A size with a watermark counts three times, because
 * it takes three calls of Images.
 */
export const PICTURES_MADE_PER_DAY = 20_000

// Reports and cases

/** Reports of one member within 24 hours. */
export const REPORTS_PER_DAY_MAX = 50
export const REPORT_DETAILS_MAX = 1024
/** Latest posts of a thread that a report keeps. */
export const REPORTED_POSTS_MAX = 100
/**
 * Cases with their evidence are deleted this long after their decision, and texts of members leave the staff log this
 * long after the act. A trigger of the staff log repeats it.
 */
export const EVIDENCE_RETENTION_DAYS = 180
/** The evidence of a case that was closed without an act is deleted this long after its decision. */
export const UNUSED_EVIDENCE_DAYS = 14
/** Comments before, and after, a reported one that its evidence has. */
export const EVIDENCE_NEIGHBOURS = 5
/** Characters that evidence keeps of each neighbour, and of older posts of a reported thread. */
export const EVIDENCE_EXCERPT_MAX = 300
/** Characters of the latest posts of a reported thread that evidence keeps in full. */
export const EVIDENCE_THREAD_MAX = 20_000
/** A claim on a case expires after this. */
export const CASE_CLAIM_MINUTES = 30
/** Reports of a case that staff are shown, and acts and other cases in the history of a member. */
export const CASE_REPORTS_SHOWN = 25
export const CASE_HISTORY_MAX = 20
/** Characters of an appeal. */
export const APPEAL_TEXT_MAX = 500
/** Maximum count of undecided things of one kind on the desk. */
export const DESK_COUNT_MAX = 100
/** Months on the public page of numbers. */
export const NUMBERS_MONTHS = 12

// Staff

/**
 * Limits of one member of staff in 24 hours, so that a rogue member of staff, or a stolen session, is stopped early.
 * `actsPerDay` counts decisions that act on things and members of others, on the desk and on pages: a decision each
 * minute for five hours. `deletionsPerDay` counts those among them that delete a thing, end a stream or clear the lines
 * of a member, and also the rooms that staff clear or close without a decision. `roomActsPerDay` counts acts in chat
 * rooms that are not decisions. `otherActsPerDay` counts all other acts of staff, such as edits, features and aliases
 * of tags, what they take back (except own decisions, on the desk), cases that they close without an act, and what they
 * write while they act as a member. Refused ones count, too.
 */
export const STAFF_LIMITS = {
  actsPerDay: { gloperator: 300, admin: 3000 },
  deletionsPerDay: { gloperator: 200, admin: 2000 },
  roomActsPerDay: { gloperator: 1000, admin: 5000 },
  otherActsPerDay: { gloperator: 300, admin: 3000 },
  mergesPerDay: { gloperator: 5, admin: 30 },
} as const
export const STAFF_REASON_MAX = 500
export const BAN_NOTES_MAX = 1024
/** Staff act as a member for at most this long. */
export const IMPERSONATION_MINUTES = 60
export const STAFF_LOG_PAGE_SIZE = 50
/** Longest term for which staff make a member a patron. */
export const PATRON_TERM_YEARS_MAX = 5
export const MOTD_MAX = 280

// Store

export const PURCHASES_PAGE_SIZE = 25
/** Latest gifts in the list of those that a member got. */
export const GIFTS_LISTED_MAX = 50
/** Longest message with a gift from the store. */
export const GIFT_MESSAGE_MAX = 200
/** Orders of one member in a day, paid or not. */
export const ORDERS_PER_DAY_MAX = 30

// Hearts, glops and stars

/** The constants from here to ENTRIES_OF_SKETCH_WITH_GLOPS_MAX are also in triggers. */
export const HEARTS_AT_START = 5
/** Glops for which an artist gets a heart to give. */
export const GLOPS_PER_HEART = 150
/** Glops that an artist earns for a received heart, a `rules` rating, a feature and an entry in a challenge. */
export const GLOPS_FOR_HEART = 10
export const GLOPS_FOR_RULES = 1
export const GLOPS_FOR_FEATURE = 50
export const GLOPS_FOR_CHALLENGE = 2
/** Entries of an artist in a challenge that earn glops. On a day (UTC), entries earn glops in one challenge only. */
export const ENTRIES_WITH_GLOPS_MAX = 2
/** Entries of one sketch, in any challenges, that earn glops. */
export const ENTRIES_OF_SKETCH_WITH_GLOPS_MAX = 5
/** Features per calendar month of a member who may feature. */
export const STARS_PER_MONTH = 5

// Times of the page

/** Refresh interval of the home page while it is visible. */
export const HOME_REFRESH_MS = 60_000
/** The page reuses a reply for this long instead of requesting it again. */
export const READ_CACHE_MS = 5000
/** After news of a change, the page reads from the primary database for this long. */
export const READ_LATEST_MS = 5000
/** A read that failed is repeated after this. */
export const CALL_RETRY_DELAY_MS = 250
/** A write without a reply is given up after this. Uploads of files have no such limit. */
export const CALL_WRITE_MS = 60_000
export const SPINNER_DELAY_MS = 1500
/** Replies that are the same for all visitors are cached for this time. */
export const VISITOR_CACHE_SECONDS = 5

// Notifications

export const NOTIFICATIONS_PAGE_SIZE = 25
/**
 * Notifications in the categories `mentions` and `fans` that one member causes for another in a day (in triggers),
 * those that were taken back included. Further ones are left out.
 */
export const MENTIONS_PER_DAY = 20
/** Notifications of one member in one category (in triggers). The oldest are removed. */
export const NOTIFICATIONS_PER_CATEGORY_MAX = 500
export const NOTIFICATION_RETENTION_DAYS = 90
/** Unread uploads are counted up to this number. */
export const UPLOADS_UNREAD_MAX = 99
/** Muted sketches and profiles that the settings list. */
export const MUTED_LIST_MAX = 100
/** Sketches, profiles, groups and compos of which one member mutes the comments. */
export const MUTED_PER_MEMBER_MAX = 1000

// Library

export const CONTENT_PAGE_SIZE = 25
export const BRUSH_TITLE_MAX = 64
export const CONTENT_PATH_MAX = 100
/** Folders of the library that are listed. */
export const CONTENT_CATEGORIES_MAX = 100
export const BRUSH_PREVIEW = { width: 480, height: 240 }

// Chat

export const CHAT_HISTORY_LINES = 50
export const CHAT_LINE_MAX = 500
/**
 * The site counts the lines of a member in a room by blocks. Each has as many lines as the earlier ones of the socket
 * in the same hour together, within these numbers, so that a socket that closes loses at most half of the lines that were
 * counted for it, or four of the first five. The rest of a block is lost at the next full hour.
 */
export const CHAT_LINES_PER_BLOCK = { min: 5, max: 40 } as const
export const CHAT_TOPIC_MAX = 200
export const CHANNEL_NAME_MAX = 32
/** After a pause of this length, the time is shown above the next line. */
export const CHAT_TIME_DIVIDER_MS = 600_000
/** Time for which an announcement is shown above the lines. */
export const ANNOUNCEMENT_MS = 10_000
export const CHAT_EDIT_MINUTES = 5
/** Above this, the badge of the chat box shows "9+". */
export const CHAT_BADGE_MAX = 9
/** Longest user list of a room. Further members are only counted. */
export const CHAT_USER_LIST_MAX = 100
/** Lines of a room, and of one member in it, that wait for a review. */
export const HELD_LINES_MAX = 200
export const HELD_LINES_PER_MEMBER = 5
/** A room deletes its lines this long after the last visit. */
export const CHAT_RETENTION_DAYS = 30
/** Open rooms of one member that were in use within `ROOM_UNUSED_DAYS`. */
export const OPEN_ROOMS_PER_MEMBER_MAX = 10
export const ROOM_UNUSED_DAYS = 7
/**
 * Rooms that one member is in, those of streams and the whiteboard included, with one count for each session. Another
 * one ends the oldest visit, so a member occupies few objects. An object that never sleeps costs 14 cents a day.
 */
export const ROOMS_ENTERED_MAX = 40
export const ROOM_HELPERS_MAX = 10
/** Members who are shut out of one room. */
export const ROOM_EXCLUDED_MAX = 500
export const CHAT_FILTER_WORDS_MAX = 200
export const CHAT_FILTER_WORD_LENGTH_MAX = 40

// Sockets

/** Timeout of one attempt to connect to a room [2 §7]. */
export const SOCKET_CONNECT_MS = 2500
/** Longer timeout for a member's channel, because a late reply of a busy site costs it less than another attempt. */
export const CHANNEL_CONNECT_MS = 10_000
export const SOCKET_RETRIES = 64
/** Messages of a client after its socket was closed, which may have been on their way. More restart the object. */
export const MESSAGES_AFTER_CLOSE_MAX = 1000
/** The same of a stream, whose publisher sends all frames of 45 seconds at once after an outage. */
export const FRAMES_AFTER_CLOSE_MAX = 5000
/** A socket that has not authenticated after this time is closed. */
export const SOCKET_AUTH_MS = 5000
/** Sockets of one member in a chat room, and on the whiteboard. */
export const ROOM_SOCKETS_PER_MEMBER = 10
/** Sockets of one member at a stream or one of its relays. */
export const STREAM_SOCKETS_PER_MEMBER = 5
/** Open pages of one member that are connected to the site. */
export const CHANNEL_SOCKETS_PER_MEMBER = 50
/**
 * Messages of one socket, and of all sockets of a member in a room without the marks that they return: burst, then per
 * second. Rooms with more lines per second allow more.
 */
export const SOCKET_MESSAGES = { capacity: 60, perSecond: 30 } as const
/**
 * Half of a ticket's lifetime. A page that reconnects uses its ticket again for this time, so that after a restart of
 * the site its pages make half as many calls.
 */
export const TICKET_REUSE_MS = 300_000

// Whiteboard

/** Size in pixels. */
export const BOARD = { width: 700, height: 525 }
export const BOARD_SLICE_WIDTH = 100
/** Drawing time between scrolls. */
export const BOARD_SCROLL_MINUTES = 10
export const BOARD_SLICES_MAX = 48
/** Duration of the slide that shows a scroll. */
export const BOARD_SLIDE_MS = 1000
/** Width of the pen in pixels. */
export const PEN_SIZE = { min: 1, max: 50 }
/** Sides of the squares that the pixel tool draws, in pixels. */
export const PIXEL_TOOL_SIZES = [4, 8, 16, 32, 64] as const
/**
 * Drawing of one member: burst of curves, then per second. A short curve costs 1, and fast drawing is about 200 curves
 * a second. Anything above is delayed; beyond a debt of `debtMax` the connection is closed.
 */
export const BOARD_DRAWING = { capacity: 2000, perSecond: 400, debtMax: 4000 } as const
/**
 * Drawing of one member in a day, in the same costs and `BOARD_BATCH_COST`, as a balance that refills evenly. The log of a
 * curve has 40 bytes. An artist who draws for twelve hours, half of the time with the pen on the board, at 60 curves and
 * four batches a second, stays below it.
 */
export const BOARD_DAY_DRAWING = { capacity: 1_300_000, perSecond: 1_300_000 / 86_400 } as const
/** Cost of each batch in a day's drawing, beside that of its commands. Each batch may be a row of the log. */
export const BOARD_BATCH_COST = 5
/**
 * Refused drawing of one member, in the same costs: burst, then per second. Above this the connection is closed. The
 * burst has room for what a page sent before it was refused. Repeated batches cost nothing here: `SOCKET_MESSAGES` limits
 * them.
 */
export const BOARD_REFUSED_DRAWING = { capacity: 6000, perSecond: 400 } as const
/** Entries of one member: burst, then per second. An entry costs a picture of the board and a frame to everyone. */
export const BOARD_ENTRIES = { capacity: 60, perSecond: 0.2 } as const
/** Above this, the whiteboard's log loses its oldest scrolls before its day is over. */
export const BOARD_LOG_MAX_BYTES = 2 ** 30
/**
 * The contents of the day's log, its last pages, and the list of slices are cached for this time, so that visitors
 * cannot delay the members who draw.
 */
export const BOARD_LOG_CACHE_SECONDS = 2
/** Interval at which a page sends its strokes [2 §9]. */
export const BOARD_FLUSH_MS = 250

// Streams

/**
 * `rate`: seconds between stills where the browser cannot encode video. `realtimeAudio`: sound is on. `interpolation`:
 * frames by which the picture is delayed to play evenly [2 §9].
 */
export const STREAM_DEFAULTS = { rate: 0.1, realtimeAudio: true, interpolation: 0 }
export const KEY_FRAME_INTERVAL_MS = 4000
export const STREAM_MAX_MS = 86_400_000
/** A publisher that sends nothing for this time is disconnected, even if its socket seems open. */
export const PUBLISHER_TIMEOUT_MS = 15_000
/** A stream ends when its publisher does not reconnect within this time. */
export const STREAM_RESUME_WINDOW_MS = 30_000
/**
 * Frames and bytes of a publisher: burst, then per second. A publisher who returns sends all unstored frames in a
 * burst, then frames at the rate of a stream.
 */
export const PUBLISHER_FRAMES = { capacity: 6000, perSecond: 400 } as const
export const PUBLISHER_BYTES = { capacity: 33_554_432, perSecond: 4_194_304 } as const
/**
 * Pixels that a publisher makes viewers decode, by the declared size of the pictures and the size of stills: burst, then
 * per second. The page's largest pictures have 4096 x 1080 pixels, 20 times a second or 30 at most. The burst has a
 * minute of them for a publisher who returns: 15 s until the silence is noticed, 30 s of absence and a segment that was
 * not stored. The page's largest stills have 960 x 2048 pixels, ten times a second at most.
 */
export const PUBLISHER_PIXELS = { capacity: 4096 * 1080 * 30 * 60, perSecond: 4096 * 1080 * 40 } as const
/** Sound files that viewers decode: burst, then per second. A publisher records one a second. */
export const PUBLISHER_SOUND_FILES = { capacity: 120, perSecond: 2 } as const
/** Pauses of a stream, which are stored: burst, then per second. */
export const PUBLISHER_PAUSES = { capacity: 60, perSecond: 1 } as const
/** Longest side of a still in pixels. */
export const STILL_SIDE_MAX = 2048
/**
 * Interval of a stream's pictures in lists in its first minutes, and after them. Each is a paid call of Images. A day of
 * streaming makes 30 + 1,435 of them ($0.73), and fifty streams of a day 2,700 at most ($1.35).
 */
export const STREAM_PREVIEW_INTERVAL_MS = 10_000
export const STREAM_PREVIEW_START_MS = 300_000
export const STREAM_PREVIEW_LATER_INTERVAL_MS = 60_000
export const CHAPTERS_MAX = 100
export const CHAPTER_TITLE_MAX = 64
export const STREAMS_PAGE_SIZE = 25
export const STREAMS_ON_HOME = 5
export const STREAM_ANNOUNCE_MAX_DAYS = 90
/** Announced streams of one member. */
export const ANNOUNCED_STREAMS_MAX = 10
/** Recordings whose artist has not decided expire after this. */
export const RECORDING_RETENTION_DAYS = 7

// Challenges and streaks

/** Own entries that the page of a challenge lists. */
export const OWN_ENTRIES_MAX = 25
export const CHALLENGES_PAGE_SIZE = 50
/** Latest challenges on the home page [1 §7]. */
export const CHALLENGES_ON_HOME = 2
/** Suggestions of one member that staff have not decided. */
export const PENDING_SUGGESTIONS_MAX = 10
export const SUGGESTIONS_PAGE_SIZE = 100
export const CHALLENGE_QUEUE_MAX = 366
/** Rest days that a member can save. */
export const REST_DAYS_MAX = 2
/** Days in which a removed entry takes its day back from the streak. */
export const STREAK_OPEN_DAYS = 30

// Compos

/** Entries of a set of a compo's ballot [1 §9]. */
export const COMPO_SET_SIZE = 4
/** Sets of a ballot in a compo with enough entries. */
export const COMPO_BALLOT_SETS_MAX = 10
/** Entries of a compo that the computation of its result can number. */
export const COMPO_ENTRIES_MAX = 30_000
/** Open compos that are offered to a member. */
export const OPEN_COMPOS_MAX = 100
export const COMPOS_PAGE_SIZE = 50
/** Latest compos on the home page. */
export const COMPOS_ON_HOME = 2
export const COMPO_KEY_MAX = 32
export const COMPO_TITLE_MAX = 64
export const COMPO_DESCRIPTION_MAX = 4000
/** Entries that a compo may allow one member; the places that the database numbers. */
export const COMPO_ENTRIES_PER_MEMBER_MAX = 3
/** Voters whose picks fit a result least, as staff see them. */
export const COMPO_VOTERS_LISTED = 50
/** Notice with which gloperators end the entries or the voting of a compo sooner. Admins need none. */
export const COMPO_END_NOTICE_HOURS = 24
/** The age of an account from which its member votes in compos and awards, and nominates. */
export const VOTER_MIN_HOURS = 24

// Awards

/** Categories of a year's awards. */
export const AWARD_CATEGORIES_MAX = 20
export const AWARD_CATEGORY_TITLE_MAX = 64
export const AWARD_RECAP_MAX = 4000
/** Nominees of a category. */
export const AWARD_NOMINEES_MAX = 50
/**
 * Nominees stay from this time before the end of voting on, so that members whose vote is removed can vote again.
 * Members cannot take back nominations from this time before the end of nominations on, so that others can nominate.
 */
export const AWARD_NOMINEES_STAY_HOURS = 12
/** Nominations of one member in a category. */
export const AWARD_NOMINATIONS_PER_MEMBER_MAX = 3
/** The awards show this number of sketches beside a nominated artist. */
export const AWARD_ARTIST_SKETCHES = 3
/** Awards shown on a profile, the latest. */
export const AWARDS_SHOWN_MAX = 40

// Groups

/** Groups of one sketch [2 §9]; the places that the database numbers. */
export const GROUPS_PER_SKETCH_MAX = 10
export const GROUPS_PAGE_SIZE = 25
export const GROUP_TITLE_MAX = 64
export const GROUP_DESCRIPTION_MAX = 1024
export const GROUP_RULES_MAX = 2000
/** Only members who used the site within this time get the group of an owner whose account is deleted. */
export const GROUP_HEIR_ACTIVE_DAYS = 90
/** Events of groups in a page of their list, and the latest of each kind in their calendars. */
export const GROUP_EVENTS_PAGE_SIZE = 50
/** Moderators in the facts about a group. */
export const GROUP_MODERATORS_SHOWN = 20
/** Longest message of a suggestion or of a decision. */
export const GROUP_MESSAGE_MAX = 500
/** Requests for groups are voted on for this time [2 §9]. */
export const GROUP_VOTE_DAYS = 30
export const GROUP_REQUESTER_MIN_AGE = 16
/** Requests for groups, and suggested sketches, of one member that are not decided. */
export const PENDING_GROUP_REQUESTS_MAX = 3
export const PENDING_GROUP_FEATURES_MAX = 20
/** Days after its suggestion at which a rejected sketch can be suggested to the same group again. */
export const GROUP_SUGGEST_AGAIN_DAYS = 30
export const GROUPS_PER_MEMBER_MAX = 100
/** Compos of a group without a result, planned ones included. */
export const GROUP_COMPOS_MAX = 5
/** Compos that the owner and moderators of a group may open within 30 days. */
export const GROUP_COMPOS_PER_MONTH_MAX = 10
/**
 * Compos that the owner and moderators of a group open: shortest times for entries and for voting, and longest time
 * until the start.
 */
export const GROUP_COMPO_TIMES = { entriesMinHours: 24, votingMinHours: 1, startMaxDays: 365 }
/** Groups with similar names while a name is typed. */
export const SIMILAR_GROUPS_MAX = 5
/** The constants from here to GLOPS_PER_GROUP_STAR are also in triggers. */
export const GROUP_MEMBERS_PER_STAR = 100
export const GROUP_STARS_PER_MONTH_MAX = 5
/** Glops of a group for which it gets one more star. */
export const GLOPS_PER_GROUP_STAR = 1000

// Rates

/**
 * All networks (/64) of one IPv6 line (/48) may together make the calls of this many networks in a minute, because a
 * rented line has 65,536 of them. A phone has a network of its own, but a network may make the calls of a school.
 */
export const LINE_NETWORKS = 2

/**
 * Calls a minute of one member, or of one network without a session. `wrangler.toml` has the same numbers.
 * `SIGN_IN_RATE` is of one attempt to sign in, sign up or recover an account, of one login at a provider, or of one
 * member who logs in with passkeys, changes their logins or confirms an address.
 */
export const CALLS_PER_MINUTE = {
  READ_RATE: 900,
  /**
   * Home, and pages of the lists of challenges and compos, of members. Each can read many thousand rows for a member with
   * many blocks. Home is read once a minute.
   */
  OVERVIEW_RATE: 100,
  /**
   * Pages of searches, each of which can read much of the full-text index. 30 people at one address without a session
   * can each read three every minute.
   */
  SEARCH_RATE: 100,
  /**
   * Suggestions, of which a search has about ten while it is typed, and names of groups like a typed one. So the same 30
   * people get theirs too.
   */
  SUGGESTION_RATE: 300,
  /**
   * All reads of the API. A page makes about ten, of which about three count against `READ_RATE`, too, so 300 people at
   * one address can each open a page every minute.
   */
  API_READ_RATE: 3000,
  /** Requests of all sessions of a member: each reads the session in the primary database. */
  SESSION_RATE: 6000,
  /**
   * Files of one network: pictures, videos, sketch files, brushes and files of streams. Public ones are served without
   * reading the session, so members count with their network. A page has up to 40 pictures, so 300 people at one
   * address can each open a page every minute. Browsers cache what they got.
   */
  FILE_READ_RATE: 12_000,
  /**
   * Sizes of pictures that are made, each by a paid call of Images. A size is made once for everybody, and a page has up
   * to 40, so a network can open seven pages a minute of pictures that nobody has seen. A school that opens such pages
   * together gets the rest a minute later.
   */
  PICTURE_MAKE_RATE: 300,
  WRITE_RATE: 120,
  UPLOAD_RATE: 60,
  SIGN_IN_RATE: 30,
  /**
   * Steps of signing in and recovery from one IPv4 address or IPv6 line. High, because a whole school may share one.
   */
  SIGN_IN_NETWORK_RATE: 1000,
  /**
   * Requests for recovery links, each for an address that can get a mail, and backup codes, each of which is a row to
   * count the tries, from one IPv4 address or IPv6 line. Even a school has few people who lost their logins in the same
   * minute.
   */
  RECOVERY_NETWORK_RATE: 60,
  API_KEY_RATE: 60,
  /** Searches of one staff member in chat rooms. A room answers nothing else while it reads up to 10,000 lines. */
  CHAT_SEARCH_RATE: 30,
  /**
   * Downloads of the ballots of one compo that are made, for all callers together. Each reads all answered sets, and is
   * cached for a day.
   */
  COMPO_DOWNLOAD_RATE: 30,
  /** Orders and payments of one member. Each calls the payment provider, whose rate is that of the whole site. */
  PAYMENT_RATE: 30,
  /** Notices of the payment provider, from one of its addresses. */
  PAYMENT_NOTICE_RATE: 120,
} as const
