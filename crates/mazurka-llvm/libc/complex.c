/* Complex arithmetic, which compiled code calls: the products and quotients of a + bi and
   c + di. Infinities that only C's Annex G knows are not recovered. */

double _Complex __muldc3(double a, double b, double c, double d) {
    double _Complex z;
    __real__ z = a * c - b * d;
    __imag__ z = a * d + b * c;
    return z;
}

double _Complex __divdc3(double a, double b, double c, double d) {
    double scale = c * c + d * d;
    double _Complex z;
    __real__ z = (a * c + b * d) / scale;
    __imag__ z = (b * c - a * d) / scale;
    return z;
}

float _Complex __mulsc3(float a, float b, float c, float d) {
    float _Complex z;
    __real__ z = a * c - b * d;
    __imag__ z = a * d + b * c;
    return z;
}

float _Complex __divsc3(float a, float b, float c, float d) {
    float scale = c * c + d * d;
    float _Complex z;
    __real__ z = (a * c + b * d) / scale;
    __imag__ z = (b * c - a * d) / scale;
    return z;
}

double creal(double _Complex z) {
    return __real__ z;
}

double cimag(double _Complex z) {
    return __imag__ z;
}

float crealf(float _Complex z) {
    return __real__ z;
}

float cimagf(float _Complex z) {
    return __imag__ z;
}

double cabs(double _Complex z) {
    return hypot(__real__ z, __imag__ z);
}

double carg(double _Complex z) {
    return atan2(__imag__ z, __real__ z);
}

double _Complex conj(double _Complex z) {
    __imag__ z = -__imag__ z;
    return z;
}
