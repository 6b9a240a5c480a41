import { PRODUCT_NAME } from '../../../contract/product.ts'

/** The text that explains the contents of the zips. */
export const README = `Your ${PRODUCT_NAME} export

This is everything that belongs to your account. If there are several zips, each opens by itself; together they are
the whole export.

data/               Everything that is text, as JSON: your profile and settings, sketches, albums, comments, hearts,
                    fans, messages, streams and more, one file for each kind. Long lists go on in files with a number.
                    Times are in UTC.
sketches/           Your sketches, in the files that you uploaded. Names begin with the number of the sketch, as in its
                    address: 000123 is /sketch/123.
sketch files/       Sketch files with layers, also private ones.
videos/             Time-lapse videos of sketches.
earlier versions/   Pictures that you replaced.
not posted/         Pictures that you uploaded and have not posted yet.
recordings/         Recordings of your streams, as they were sent: a manifest and numbered segments. If you have very
                    many, the latest are here: 200,000 files, or about 220 hours.

A file that was deleted after you asked for the export is replaced by a text of the same name that says so.

Not in here: what others wrote to your sketches and profile, since it is theirs; your chat lines, since rooms keep only
their latest lines and no copy by member; passwords and keys, since ${PRODUCT_NAME} has none that could be read.

Every file and field is described in docs/export.md of the source code.
`
