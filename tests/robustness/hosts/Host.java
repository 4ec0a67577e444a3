// A JVM around the driver. It handles SIGSEGV itself, for null pointers, safepoints and stack banging. Run by
// java_test.py.
// usage: Host CASE
public class Host {
    static native boolean build(int salt);            // builds a program, runs it, checks the result
    static native boolean fault();                    // runs a kernel that faults; true when only its launch ended
    static native boolean computes();

    static volatile boolean stop = false;
    static volatile Object none = null;
    static volatile long caught = 0, sum = 0;
    static volatile boolean good = true;

    static class Node { Node next; int value; }

    static int walk(Node node) {                       // compiled code finds a null by a fault
        int total = 0;
        for (;;) {
            total += node.value;
            node = node.next;
        }
    }

    static void nullPointers() {
        Node node = new Node();
        while (!stop) {
            for (int i = 0; i < 2000; ++i) {
                try {
                    sum += walk(i % 16 == 0 ? node : null);
                } catch (NullPointerException expected) {
                    ++caught;
                }
            }
        }
    }

    static void safepoints() {
        while (!stop) {
            System.gc();
            for (int i = 0; i < 1000; ++i) sum += new int[1000].length;
        }
    }

    static int deep(int n) { return n == 0 ? 0 : 1 + deep(n + 1); }

    static void overflows() {
        while (!stop) {
            try {
                sum += deep(1);
            } catch (StackOverflowError expected) {
                ++caught;
            }
        }
    }

    static Thread start(Runnable work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Throwable failure) {
                failure.printStackTrace();
                good = false;
            }
        });
        thread.start();
        return thread;
    }

    static void check(boolean condition) { if (!condition) good = false; }

    public static void main(String[] arguments) throws Exception {
        System.loadLibrary("java_host");
        final boolean faults = arguments[0].equals("faults");
        Thread[] hosts = {start(Host::nullPointers), start(Host::safepoints), start(Host::overflows)};
        Thread[] users = new Thread[4];
        for (int t = 0; t < users.length; ++t) {
            final int number = t;
            users[t] = start(() -> {
                for (int i = 0; i < 12; ++i) {
                    check(build(number * 1000 + i));
                    for (int j = 0; j < 20; ++j) check(faults ? fault() && computes() : computes());
                }
            });
        }
        for (Thread user : users) user.join();
        stop = true;
        for (Thread host : hosts) host.join();
        System.out.println(good && caught > 1000 ? "good" : "bad, " + caught + " caught");
    }
}
