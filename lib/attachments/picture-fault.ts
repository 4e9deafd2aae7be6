/**
 * What is wrong with a picture: it has more points than are taken, cannot be decoded to its end, is of a kind that
 * browsers do not show, holds several pictures that follow each other, or something follows it in its file.
 */
export type PictureFault = 'too-large' | 'broken' | 'unusual' | 'moving' | 'followed';
