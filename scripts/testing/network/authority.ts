import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate and its private key, both in PEM. */
export interface KeyPair {
  certificate: string;
  key: string;
}

/** A private authority. */
export interface Authority {
  /** Its own certificate, in PEM. */
  certificate: string;
  /** Issues a certificate for hosts of these names; a client's has a name as well. */
  issue: (...names: string[]) => Promise<KeyPair>;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const HOUR_MS = 3_600_000;

/** Creates an authority, whose key nothing but the returned object has. */
export async function createAuthority(name = 'Authority of one test'): Promise<Authority> {
  const keys = await createKeys();
  const subject = `CN=${name}`;
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: subject,
    keys,
    ...validity(),
    signingAlgorithm: ALGORITHM,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  let serial = 1;
  const issue = async (...names: string[]): Promise<KeyPair> => {
    const { publicKey, privateKey } = await createKeys();
    const issued = await X509CertificateGenerator.create({
      serialNumber: String((serial += 1)).padStart(4, '0'),
      subject: `CN=${names[0] ?? ''}`,
      issuer: subject,
      publicKey,
      signingKey: keys.privateKey,
      ...validity(),
      signingAlgorithm: ALGORITHM,
      extensions: [new SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value })))],
    });
    const key = PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY');
    return { certificate: issued.toString('pem'), key };
  };
  return { certificate: certificate.toString('pem'), issue };
}

const createKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const validity = () => ({ notBefore: new Date(Date.now() - HOUR_MS), notAfter: new Date(Date.now() + HOUR_MS) });
