// @ts-check

/** @typedef {import('../lib/attachments/picture-fault').PictureFault} PictureFault */

/** A picture that does not decode: thrown inside the decoder, and never to its callers. */
export class PictureError extends Error {
  /** @param {PictureFault} fault */
  constructor(fault) {
    super(fault);
    this.fault = fault;
  }
}
